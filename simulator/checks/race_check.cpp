#include "checks/race_check.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace simulator::checks {

namespace {

bool is_strong(const Access& access) {
    return access.kind == AccessKind::atomic || access.strength != Strength::weak;
}

} // namespace

void RaceCheck::start_launch(const LaunchStart& launch) {
    if (launch.ops >= Mark::op_limit)
        throw std::length_error("the race check follows kernels of at most 1048576 instructions");
    detail_ = {.between_blocks = launch.fences, .inside_blocks = launch.fences || launch.partial_barriers};
    synchronizes_ = launch.fences;
    threads_ = launch.threads();
    shared_bytes_ = launch.shared_bytes;
    manners_.assign(launch.ops, {});
    order_.start_launch();
    updates_.clear();
}

void RaceCheck::finish_launch() {
    order_.start_launch();
    shared_.clear();
    global_.clear();
}

void RaceCheck::start_block(std::uint64_t block, const std::byte* shared) {
    order_.start_block(block, threads_);
    updates_.start_block(block, threads_);
    const std::uint64_t last = shared_bytes_ == 0 ? 0 : (shared_bytes_ - 1) / Line::bytes;
    shared_.insert_or_assign(block, Shared{LineMap(0, last), shared});
}

void RaceCheck::finish_block(std::uint64_t block) {
    order_.finish_block(block);
    updates_.finish_block(block);
    shared_.erase(block);
}

void RaceCheck::shared_access(const Access& access, Mask mask) {
    Shared& shared = shared_.at(access.place.block);
    const Look look = {.access = &access,
                       .view = order_.view(access.place),
                       .area = {&shared.lines, 0, shared.bytes},
                       .writes = access.kind != AccessKind::load,
                       .strong = is_strong(access)};
    look_at(look, mask);
    if (look.strong && synchronizes_) order_.synchronize(access, mask);
}

void RaceCheck::global_access(const Access& access, Mask mask, const Owners& owners) {
    Look look = {.access = &access,
                 .view = order_.view(access.place),
                 .area = {},
                 .writes = access.kind != AccessKind::load,
                 .strong = is_strong(access)};
    for (Mask rest = mask; rest != 0;) {
        const Allocation& owner = owners.of(first_lane(rest));
        Mask lanes = rest;
        if (owners.common == nullptr) {
            for (Mask others = rest; others != 0; others &= others - 1) {
                if (&owners.of(first_lane(others)) != &owner) lanes &= ~(others & -others);
            }
        }
        const auto known =
            global_.try_emplace(owner.id, owner.begin / Line::bytes, (owner.end() - 1) / Line::bytes);
        look.area = {&known.first->second, owner.begin, owner.host};
        look_at(look, lanes);
        rest &= ~lanes;
    }
    if (look.strong && synchronizes_) order_.synchronize(access, mask);
}

void RaceCheck::copy_finished(WarpId place, unsigned lane, Address offset, std::uint8_t bytes,
                              std::uint32_t op) {
    std::array<Address, warp_size> addresses = {};
    addresses[lane] = offset;
    const Access access = {.place = place,
                           .op = op,
                           .space = MemorySpace::shared,
                           .kind = AccessKind::store,
                           .bytes = bytes,
                           .mask = Mask{1} << lane,
                           .addresses = addresses.data()};
    const Look look = {.access = &access,
                       .view = order_.view(place),
                       .area = {&shared_.at(place.block).lines, 0, nullptr},
                       .writes = true,
                       .strong = false,
                       .silent = true};
    look_at(look, access.mask);
}

void RaceCheck::look_at(const Look& look, Mask mask) {
    const Access& access = *look.access;
    manners_[access.op] = {access.kind, access.bytes, access.lowering};
    const bool whole_lines = mask == all_lanes && access.shape == Shape::consecutive && access.bytes >= 4 &&
                             access.bytes <= 16 && access.addresses[0] % Line::bytes == 0;
    if (whole_lines && !look.strong && look.view.uniform()) {
        look_at_lines(look);
    } else {
        look_at_lanes(look, mask);
    }
}

void RaceCheck::look_at_lines(const Look& look) {
    const Access& access = *look.access;
    const unsigned lanes_each = Line::bytes / access.bytes;
    const auto step = static_cast<std::uint32_t>(std::countr_zero(access.bytes / 4u));
    const Mask lanes = lanes_each == 32 ? all_lanes : (Mask{1} << lanes_each) - 1;
    for (unsigned lane = 0; lane < warp_size; lane += lanes_each) {
        Line& line = look.area.lines->line(access.addresses[lane] / Line::bytes);
        const ThreadId thread = look.view.thread(lane);
        const Mark now(thread.block, look.view.epoch(), access.op, thread.index, step);
        if (pass_line(look, line, now)) continue;
        look_at_lanes(look, lanes << lane);
        if (look.writes && line.places->crowded == 0) line.unite(now);
    }
}

/// Notes an access to all of a line if that can be done without looking at its words.
bool RaceCheck::pass_line(const Look& look, Line& line, const Mark& now) const {
    if (line.places != nullptr) {
        // In shared memory, a barrier since the last access to any of the words settles them all.
        const bool settled = look.writes && look.access->space == MemorySpace::shared &&
                             look.view.before_barrier(look.view.block(), line.places->latest);
        if (settled) line.unite(now);
        return settled;
    }
    Cell& whole = line.whole;
    if (!is_before(whole.write, look.view, now)) return false;
    const bool first = is_before(whole.reads[0], look.view, now);
    const bool second = is_before(whole.reads[1], look.view, now);
    if (look.writes) {
        if (first && second) whole = {.write = now, .reads = {}};
        return first && second;
    }
    if (first) {
        whole.reads[0] = now;
        if (second) whole.reads[1] = {};
        return true;
    }
    if (second) {
        whole.reads[1] = now;
        return true;
    }
    const bool two_warps =
        whole.reads[0].block() != whole.reads[1].block() || whole.reads[0].warp() != whole.reads[1].warp();
    if (two_warps && two_stand_for_all(whole.reads[0], whole.reads[1], now)) return true;
    if (detail_.between_blocks || whole.reads[0].block() == now.block()) return false;
    whole.reads[1] = now;
    return true;
}

} // namespace simulator::checks
