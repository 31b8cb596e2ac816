#include "checks/checks.h"

#include <utility>

namespace simulator {

Checks::Checks(const DeviceMemory& memory, GlobalShadow& shadow, Findings& findings, CheckOptions options,
               CallerText caller)
    : options_(options), shadow_(shadow), describer_(memory, std::move(caller)), reporter_(findings),
      memory_(reporter_, describer_), init_(reporter_, describer_, shadow, options.race),
      races_(reporter_, describer_), copies_(reporter_, describer_, races_), stale_(reporter_, describer_),
      barriers_(reporter_), work_(reporter_) {}

void Checks::launch_started(const LaunchStart& launch) {
    reporter_.start_launch(launch);
    memory_.start_launch(launch);
    init_.start_launch(launch);
    if (options_.race) races_.start_launch(launch);
    copies_.start_launch(launch);
    stale_.start_launch(launch);
    barriers_.start_launch(launch);
    work_.start_launch(launch);
}

void Checks::launch_finished() {
    if (options_.init) init_.finish_launch();
    if (options_.race) races_.finish_launch();
}

void Checks::heap_freed(std::uint32_t allocation) {
    memory_.freed();
    races_.forget(allocation);
    shadow_.forget(allocation);
}

void Checks::invalid_access(const Access& access) {
    checks::Owners owners;
    memory_.check_access(access, checks::Extent::of(access), owners);
}

void Checks::divergent_barrier(std::uint64_t block, std::uint32_t op, std::uint32_t absent) {
    barriers_.skipped(block, op, absent);
}

void Checks::mixed_barrier(std::uint64_t block, std::uint32_t op, std::uint32_t other_op) {
    barriers_.mixed(block, op, other_op);
}

void Checks::block_started(std::uint64_t block, const std::byte* shared) {
    if (options_.init) init_.start_block(block);
    if (!options_.race) return;
    races_.start_block(block, shared);
    copies_.start_block(block);
}

void Checks::block_finished(std::uint64_t block) {
    if (options_.init) init_.finish_block(block);
    if (!options_.race) return;
    races_.finish_block(block);
    copies_.finish_block(block);
}

AccessVerdict Checks::access(const Access& access) {
    const checks::Extent extent = checks::Extent::of(access);
    checks::Owners owners;
    const Mask refused = memory_.check_access(access, extent, owners);
    const Mask mask = access.mask & ~refused;
    if (mask == 0) return verdict_for(refused);
    if (options_.init && access.strength >= Strength::release) init_.ordered(access.place.block);
    if (access.space == MemorySpace::local) {
        AccessVerdict verdict = verdict_for(refused);
        if (options_.init) verdict.uninitialized_lanes = init_.local_access(access, mask);
        return verdict;
    }
    if (access.space == MemorySpace::shared) {
        shared_access(access, mask, extent);
    } else {
        // Constant memory is always initialized, and no kernel writes to it.
        const bool is_constant = access.space == MemorySpace::constant;
        if (options_.race && !is_constant) {
            global_access(access, mask, owners);
            stale_.global_access(access, mask, extent);
        }
        if (options_.init && !is_constant) init_.global_access(access, mask, extent, owners);
        if (options_.order) work_.access(access, mask, extent, owners);
    }
    return verdict_for(refused);
}

void Checks::local_changed(WarpId place, Mask mask, std::uint32_t begin, std::uint32_t bytes, bool written) {
    if (options_.init) init_.local_changed(place, mask, begin, bytes, written);
}

void Checks::uninitialized_used(WarpId place, std::uint32_t op, unsigned lane, UninitializedSource source,
                                std::string_view name) {
    if (options_.init) init_.uninitialized_used(place, op, lane, source, name);
}

void Checks::shared_access(const Access& access, Mask mask, const checks::Extent& extent) {
    if (options_.init) init_.shared_access(access, mask, extent);
    if (!options_.race) return;
    // A lane that conflicts with a pending copy gets no second finding.
    const Mask others = mask & ~copies_.check_access(access, mask);
    if (others != 0) races_.shared_access(access, others);
}

void Checks::global_access(const Access& access, Mask mask, const checks::Owners& owners) {
    const Mask others = mask & ~copies_.check_sources(access, mask);
    if (others != 0) races_.global_access(access, others, owners);
}

AccessVerdict Checks::copy_started(const Access& store, const Access& load) {
    const checks::Extent extent = checks::Extent::of(store);
    checks::Owners owners;
    const Mask refused = memory_.check_access(store, extent, owners);
    const Mask mask = store.mask & ~refused;
    if (mask != 0) {
        shared_access(store, mask, extent);
        if (options_.race) copies_.start(store, load, mask);
    }
    return verdict_for(refused);
}

void Checks::copies_grouped(WarpId place, Mask mask) {
    if (options_.race) copies_.group(place, mask);
}

void Checks::copies_finished(WarpId place, Mask mask, std::uint32_t pending_groups) {
    if (options_.race) copies_.finish(place, mask, pending_groups);
}

void Checks::copies_tracked(WarpId place, Mask mask, const Address* barriers) {
    if (options_.race) copies_.track(place, mask, barriers);
}

void Checks::phase_completed(std::uint64_t block, Address barrier) {
    if (options_.race) copies_.complete(block, barrier);
}

void Checks::barrier_arrived(WarpId place, std::uint32_t number) {
    if (options_.race) races_.happens_before().barrier_arrived(place, number);
}

void Checks::barrier(std::uint64_t block, std::uint32_t number, bool whole,
                     std::span<const std::uint32_t> warps) {
    if (options_.init) init_.ordered(block);
    if (options_.race) races_.happens_before().barrier(block, number, whole, warps);
}

void Checks::warp_barrier(WarpId place, Mask mask) {
    if (options_.init) init_.warp_ordered(place);
    if (options_.race) races_.happens_before().warp_barrier(place, mask);
}

void Checks::fence(WarpId place, Mask mask, MemoryScope scope) {
    if (options_.init) init_.ordered(place.block);
    if (options_.race) races_.happens_before().fence(place, mask, scope);
}

AccessVerdict Checks::verdict_for(Mask refused) const {
    return {.refused = refused, .stop = refused != 0 && !options_.memory};
}

} // namespace simulator
