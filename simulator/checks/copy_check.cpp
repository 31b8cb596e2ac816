#include "checks/copy_check.h"

#include "counters/lanes.h"
#include "finding_messages/copy_messages.h"

namespace simulator::checks {

namespace copy_messages = kernelsmith::copy_messages;

namespace {

/// Calls each(word) for every word that an access touches.
template <typename Each> void for_each_word(Address address, std::uint8_t bytes, Each each) {
    for (Address word = address / 4; word * 4 < address + bytes; ++word) each(word);
}

} // namespace

void CopyCheck::start_launch(const LaunchStart& launch) {
    shared_bytes_ = launch.shared_bytes;
    blocks_.clear();
    sources_.clear();
}

void CopyCheck::finish_block(std::uint64_t number) {
    Block& block = blocks_.at(number);
    for (const auto& [index, thread] : block.threads)
        for (const Copy& copy : thread.copies) end(block, copy);
    blocks_.erase(number);
}

void CopyCheck::start(const Access& store, const Access& load, Mask mask) {
    Block& block = blocks_.at(store.place.block);
    block.words.resize((shared_bytes_ + 3) / 4);
    for_each_lane(mask, [&](unsigned lane) {
        const std::uint32_t index = store.place.warp * 32 + lane;
        Thread& thread = block.threads[index];
        const Address offset = store.addresses[lane];
        Copy copy = {
            .offset = offset, .source = {}, .bytes = store.bytes, .op = store.op, .group = thread.groups};
        if ((load.mask >> lane & 1) != 0) copy.source = load.addresses[lane];
        ++block.in_flight;
        const auto note = [&](PendingCopies& at) {
            at = {.copies = at.copies + 1,
                  .thread = {static_cast<std::uint32_t>(store.place.block), index},
                  .op = store.op};
        };
        for_each_word(offset, store.bytes, [&](Address word) { note(block.words[word]); });
        if (copy.source) for_each_word(*copy.source, load.bytes, [&](Address word) { note(sources_[word]); });
        thread.copies.push_back(copy);
    });
}

void CopyCheck::group(WarpId place, Mask mask) {
    Block& block = blocks_.at(place.block);
    for_each_lane(mask, [&](unsigned lane) { ++block.threads[place.warp * 32 + lane].groups; });
}

void CopyCheck::finish(WarpId place, Mask mask, std::uint32_t pending_groups) {
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

void CopyCheck::track(WarpId place, Mask mask, const Address* barriers) {
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
    if (block.in_flight == 0) return;
    for (auto& [index, thread] : block.threads)
        std::erase_if(thread.copies, [&](const Copy& copy) {
            if (copy.barrier != barrier) return false;
            end(block, copy);
            return true;
        });
}

void CopyCheck::end(Block& block, const Copy& copy) {
    --block.in_flight;
    for_each_word(copy.offset, copy.bytes, [&](Address word) { --block.words[word].copies; });
    if (!copy.source) return;
    for_each_word(*copy.source, copy.bytes, [&](Address word) {
        const auto source = sources_.find(word);
        if (--source->second.copies == 0) sources_.erase(source);
    });
}

Mask CopyCheck::check_access(const Access& access, Mask mask) {
    const Block& block = blocks_.at(access.place.block);
    if (block.in_flight == 0) return 0;
    Mask reported = 0;
    for_each_lane(mask, [&](unsigned lane) {
        for_each_word(access.addresses[lane], access.bytes, [&](Address word) {
            if (block.words[word].copies == 0 || (reported >> lane & 1) != 0) return;
            report(access, lane, block.words[word]);
            reported |= Mask{1} << lane;
        });
    });
    return reported;
}

Mask CopyCheck::check_sources(const Access& access, Mask mask) {
    if (sources_.empty() || access.kind == AccessKind::load) return 0;
    Mask reported = 0;
    for_each_lane(mask, [&](unsigned lane) {
        for_each_word(access.addresses[lane], access.bytes, [&](Address word) {
            const auto source = sources_.find(word);
            if (source == sources_.end() || (reported >> lane & 1) != 0) return;
            report(access, lane, source->second);
            reported |= Mask{1} << lane;
        });
    });
    return reported;
}

void CopyCheck::report(const Access& access, unsigned lane, const PendingCopies& pending) {
    const bool shared = access.space == MemorySpace::shared;
    const FindingKind kind = shared ? FindingKind::shared_race : FindingKind::global_race;
    reporter_->report(kind, access.op, [&](Finding& finding) {
        const ThreadId self = {static_cast<std::uint32_t>(access.place.block), access.place.warp * 32 + lane};
        const Address address = access.addresses[lane];
        finding.block = reporter_->block(self.block);
        finding.thread = reporter_->thread(self.index);
        finding.address = address;
        const AccessKind does = access.kind == AccessKind::load ? AccessKind::load : AccessKind::store;
        finding.what = {shared ? copy_messages::still_written_by_copy : copy_messages::still_read_by_copy,
                        {{"access", access_of(does, access.bytes)}}};
        finding.where = shared ? reporter_->describe_shared_byte(address)
                               : describer_->inside(*describer_->memory().find(address), address);
        finding.other_place = reporter_->place(pending.op);
        finding.other = {copy_messages::started_the_copy,
                         {{"thread", self == pending.thread
                                         ? Message()
                                         : reporter_->other_thread(pending.thread, self.block)}}};
        finding.advice = copy_messages::wait_for_copy;
    });
}

} // namespace simulator::checks
