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
    if (launch.ops >= ShadowAccess::op_limit)
        throw std::length_error("the race check follows kernels of at most 1048576 instructions");
    detail_ = {.between_blocks = launch.fences, .inside_blocks = launch.fences || launch.partial_barriers};
    synchronizes_ = launch.fences;
    threads_ = launch.threads();
    shared_bytes_ = launch.shared_bytes;
    instruction_accesses_.assign(launch.ops, {});
    happens_before_.start_launch();
    updates_.clear();
}

void RaceCheck::finish_launch() {
    happens_before_.start_launch();
    shared_.clear();
    global_.clear();
}

void RaceCheck::start_block(std::uint64_t block, const std::byte* shared) {
    happens_before_.start_block(block, threads_);
    updates_.start_block(block, threads_);
    const std::uint64_t last = shared_bytes_ == 0 ? 0 : (shared_bytes_ - 1) / ShadowLine::bytes;
    shared_.insert_or_assign(block, Shared{ShadowMap(0, last), shared});
}

void RaceCheck::finish_block(std::uint64_t block) {
    happens_before_.finish_block(block);
    updates_.finish_block(block);
    shared_.erase(block);
}

void RaceCheck::shared_access(const Access& access, Mask mask) {
    Shared& shared = shared_.at(access.place.block);
    const AccessContext context = {.access = &access,
                                   .view = happens_before_.view(access.place),
                                   .area = {&shared.lines, 0, shared.bytes},
                                   .writes = access.kind != AccessKind::load,
                                   .strong = is_strong(access)};
    check_access(context, mask);
    if (context.strong && synchronizes_) happens_before_.synchronize(access, mask);
}

void RaceCheck::global_access(const Access& access, Mask mask, const Owners& owners) {
    AccessContext context = {.access = &access,
                             .view = happens_before_.view(access.place),
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
        const auto known = global_.try_emplace(owner.id, owner.begin / ShadowLine::bytes,
                                               (owner.end() - 1) / ShadowLine::bytes);
        context.area = {&known.first->second, owner.begin, owner.host};
        check_access(context, lanes);
        rest &= ~lanes;
    }
    if (context.strong && synchronizes_) happens_before_.synchronize(access, mask);
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
    const AccessContext context = {.access = &access,
                                   .view = happens_before_.view(place),
                                   .area = {&shared_.at(place.block).lines, 0, nullptr},
                                   .writes = true,
                                   .strong = false,
                                   .record_only = true};
    check_access(context, access.mask);
    instruction_accesses_[op].copies = true;
}

void RaceCheck::check_access(const AccessContext& context, Mask mask) {
    const Access& access = *context.access;
    instruction_accesses_[access.op] = {access.kind, access.bytes, access.lowering};
    const bool whole_lines = mask == all_lanes && access.shape == Shape::consecutive && access.bytes >= 4 &&
                             access.bytes <= 16 && access.addresses[0] % ShadowLine::bytes == 0;
    if (whole_lines && !context.strong && context.view.uniform()) {
        check_lines(context);
    } else {
        check_lanes(context, mask);
    }
}

void RaceCheck::check_lines(const AccessContext& context) {
    const Access& access = *context.access;
    const unsigned lanes_each = ShadowLine::bytes / access.bytes;
    const auto step = static_cast<std::uint32_t>(std::countr_zero(access.bytes / 4u));
    const Mask lanes = lanes_each == 32 ? all_lanes : (Mask{1} << lanes_each) - 1;
    for (unsigned lane = 0; lane < warp_size; lane += lanes_each) {
        ShadowLine& line = context.area.lines->line(access.addresses[lane] / ShadowLine::bytes);
        const ThreadId thread = context.view.thread(lane);
        const ShadowAccess now(thread.block, context.view.epoch(), access.op, thread.index, step);
        if (try_fast_line(context, line, now)) continue;
        check_lanes(context, lanes << lane);
        if (context.writes && line.fine->history_count == 0) line.coarsen(now);
    }
}

/// Records an access to a whole line if its words need not be checked one by one.
bool RaceCheck::try_fast_line(const AccessContext& context, ShadowLine& line, const ShadowAccess& now) const {
    if (line.fine != nullptr) {
        // In shared memory, a barrier since the last access to any of the words orders all of them.
        const bool settled = context.writes && context.access->space == MemorySpace::shared &&
                             context.view.is_before_barrier(context.view.block(), line.fine->latest);
        if (settled) line.coarsen(now);
        return settled;
    }
    ShadowCell& coarse = line.coarse;
    if (!is_before(coarse.write, context.view, now)) return false;
    const bool first = is_before(coarse.reads[0], context.view, now);
    const bool second = is_before(coarse.reads[1], context.view, now);
    if (context.writes) {
        if (first && second) coarse = {.write = now, .reads = {}};
        return first && second;
    }
    if (first) {
        coarse.reads[0] = now;
        if (second) coarse.reads[1] = {};
        return true;
    }
    if (second) {
        coarse.reads[1] = now;
        return true;
    }
    const bool two_warps = coarse.reads[0].block() != coarse.reads[1].block() ||
                           coarse.reads[0].warp() != coarse.reads[1].warp();
    if (two_warps && are_representative(coarse.reads[0], coarse.reads[1], now)) return true;
    if (detail_.between_blocks || coarse.reads[0].block() == now.block()) return false;
    coarse.reads[1] = now;
    return true;
}

} // namespace simulator::checks
