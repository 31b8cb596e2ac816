#include "observe/checks/copy_check.h"

#include <fmt/core.h>

#include "observe/lanes.h"

namespace simulator::checks {

void CopyCheck::start_launch(const LaunchStart& launch) {
    shared_bytes_ = launch.shared_bytes;
    blocks_.clear();
}

void CopyCheck::start(const Access& store, Mask mask) {
    Block& block = blocks_.at(store.place.block);
    block.words.resize((shared_bytes_ + 3) / 4);
    for_each_lane(mask, [&](unsigned lane) {
        const std::uint32_t index = store.place.warp * 32 + lane;
        Thread& thread = block.threads[index];
        const Address offset = store.addresses[lane];
        thread.copies.push_back({offset, store.bytes, store.op, thread.groups});
        ++block.under_way;
        for (Address word = offset / 4; word * 4 < offset + store.bytes; ++word) {
            Writer& writer = block.words[word];
            writer = {.copies = writer.copies + 1, .thread = index, .op = store.op};
        }
    });
}

void CopyCheck::group(WarpPlace place, Mask mask) {
    Block& block = blocks_.at(place.block);
    for_each_lane(mask, [&](unsigned lane) { ++block.threads[place.warp * 32 + lane].groups; });
}

void CopyCheck::finish(WarpPlace place, Mask mask, std::uint32_t pending_groups) {
    Block& block = blocks_.at(place.block);
    for_each_lane(mask, [&](unsigned lane) {
        Thread& thread = block.threads[place.warp * 32 + lane];
        while (!thread.copies.empty() && thread.copies.front().group + pending_groups < thread.groups) {
            const Copy copy = thread.copies.front();
            thread.copies.pop_front();
            end(block, copy);
            if (!copy.barrier) races_->copy_finished(place, lane, copy.offset, copy.bytes, copy.op);
        }
    });
}

void CopyCheck::track(WarpPlace place, Mask mask, const Address* barriers) {
    Block& block = blocks_.at(place.block);
    for_each_lane(mask, [&](unsigned lane) {
        for (Copy& copy : block.threads[place.warp * 32 + lane].copies) {
            if (copy.barrier) continue;
            copy.barrier = barriers[lane];
            races_->copy_finished(place, lane, copy.offset, copy.bytes, copy.op);
        }
    });
}

void CopyCheck::complete(std::uint64_t number, Address barrier) {
    Block& block = blocks_.at(number);
    if (block.under_way == 0) return;
    for (auto& [index, thread] : block.threads)
        std::erase_if(thread.copies, [&](const Copy& copy) {
            if (copy.barrier != barrier) return false;
            end(block, copy);
            return true;
        });
}

void CopyCheck::end(Block& block, const Copy& copy) {
    --block.under_way;
    for (Address word = copy.offset / 4; word * 4 < copy.offset + copy.bytes; ++word)
        --block.words[word].copies;
}

Mask CopyCheck::look_at(const Access& access, Mask mask) {
    const Block& block = blocks_.at(access.place.block);
    if (block.under_way == 0) return 0;
    Mask told = 0;
    for_each_lane(mask, [&](unsigned lane) {
        const Address offset = access.addresses[lane];
        for (Address word = offset / 4; word * 4 < offset + access.bytes; ++word) {
            if (block.words[word].copies == 0) continue;
            report(access, lane, block.words[word]);
            told |= Mask{1} << lane;
            break;
        }
    });
    return told;
}

void CopyCheck::report(const Access& access, unsigned lane, const Writer& writer) {
    reporter_->report(FindingKind::shared_race, access.op, [&](Finding& finding) {
        const auto block = static_cast<std::uint32_t>(access.place.block);
        const std::uint32_t index = access.place.warp * 32 + lane;
        finding.block = reporter_->block(block);
        finding.thread = reporter_->thread(index);
        finding.address = access.addresses[lane];
        const char* verb = access.kind == AccessKind::load ? "reads" : "writes";
        finding.what =
            fmt::format("{} {} that an asynchronous copy is still writing", verb, bytes_text(access.bytes));
        finding.where = reporter_->shared_place(access.addresses[lane]);
        finding.other_place = reporter_->place(writer.op);
        finding.other = index == writer.thread
                            ? "this thread started the copy"
                            : reporter_->other_thread({block, writer.thread}, block) + " started the copy";
        finding.advice = "The thread that started a copy has to wait for it, with __pipeline_wait_prior() or "
                         "cp.async.wait_group; the others need __syncthreads() after that.";
    });
}

} // namespace simulator::checks
