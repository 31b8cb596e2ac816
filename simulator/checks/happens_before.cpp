#include "checks/happens_before.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>

#include "counters/lanes.h"

namespace simulator::checks {

namespace {

constexpr std::array<MemoryScope, 2> scopes = {MemoryScope::block, MemoryScope::device};

std::size_t index_of(MemoryScope scope) { return static_cast<std::size_t>(scope); }

std::array<SyncState, warp_size>& lanes_of(BlockSyncState& block, std::uint32_t warp) {
    WarpSyncState& state = block.warps[warp];
    if (state.lanes == nullptr) state.lanes = std::make_unique<std::array<SyncState, warp_size>>();
    state.touched = true;
    block.touched = true;
    return *state.lanes;
}

/// Returns the clock that all lanes of a warp share, including the block's.
ThreadClock clock_of(const BlockSyncState& block, std::uint32_t warp) {
    const WarpSyncState& state = block.warps[warp];
    ThreadClock clock = block.common.clock;
    clock.raise_block(block.block, block.common.floor);
    clock.join(state.common.clock);
    clock.raise_warp(block.block, warp, state.common.floor);
    return clock;
}

/// Returns a lane's clock.
ThreadClock clock_of(const BlockSyncState& block, std::uint32_t warp, unsigned lane) {
    ThreadClock clock = clock_of(block, warp);
    const WarpSyncState& state = block.warps[warp];
    if (state.lanes != nullptr) clock.join((*state.lanes)[lane].clock);
    return clock;
}

/// Returns what a lane releases after a fence of @p scope.
ThreadClock fenced_clock_of(const BlockSyncState& block, std::uint32_t warp, unsigned lane,
                            MemoryScope scope) {
    const std::size_t r = index_of(scope);
    const WarpSyncState& state = block.warps[warp];
    const ThreadId self = {block.block, warp * 32 + lane};
    ThreadClock clock = block.common.fenced[r];
    clock.join(state.common.fenced[r]);
    clock.raise_thread(self, state.common.own_fence_time[r]);
    if (state.lanes != nullptr) {
        const SyncState& own = (*state.lanes)[lane];
        clock.join(own.fenced[r]);
        clock.raise_thread(self, own.own_fence_time[r]);
    }
    return clock;
}

/// Joins the clocks and fenced clocks of the lanes @p mask of a warp, as far as they go beyond the warp's
/// common state.
void join_lanes(const BlockSyncState& block, std::uint32_t warp, Mask mask, SyncState& sum) {
    const WarpSyncState& state = block.warps[warp];
    if (state.lanes == nullptr) return;
    for_each_lane(mask, [&](unsigned lane) {
        const SyncState& own = (*state.lanes)[lane];
        sum.clock.join(own.clock);
        for (const MemoryScope scope : scopes) {
            const std::size_t r = index_of(scope);
            sum.fenced[r].join(own.fenced[r]);
            sum.fenced[r].raise_thread({block.block, warp * 32 + lane}, own.own_fence_time[r]);
        }
    });
}

/// Joins the clocks and fenced clocks of all lanes of a warp, as far as they go beyond the block's common
/// state.
void join_warp(const BlockSyncState& block, std::uint32_t warp, SyncState& sum) {
    const WarpSyncState& state = block.warps[warp];
    if (!state.touched) return;
    sum.clock.join(state.common.clock);
    sum.clock.raise_warp(block.block, warp, state.common.floor);
    for (const MemoryScope scope : scopes) {
        const std::size_t r = index_of(scope);
        sum.fenced[r].join(state.common.fenced[r]);
        sum.fenced[r].raise_warp(block.block, warp, state.common.own_fence_time[r]);
    }
    join_lanes(block, warp, all_lanes, sum);
}

/// Replaces a warp's state beyond its block's.
void set_warp(BlockSyncState& block, std::uint32_t warp, const SyncState& state) {
    block.warps[warp].common = state;
    block.warps[warp].lanes.reset();
    block.warps[warp].touched = true;
    block.touched = true;
}

} // namespace

LogicalTime WarpView::latest_epoch() const {
    LogicalTime latest = epoch();
    if (warp_->lanes == nullptr) return latest;
    for (const SyncState& lane : *warp_->lanes) latest = std::max(latest, lane.epoch);
    return latest;
}

bool WarpView::is_warp_before_by_clock(std::uint32_t block, std::uint32_t warp, LogicalTime time) const {
    if (block == block_->block && warp == index_ && time <= warp_->common.floor) return true;
    return block_->common.clock.of_warp(block, warp) >= time ||
           warp_->common.clock.of_warp(block, warp) >= time;
}

bool WarpView::is_before_by_clock(unsigned lane, ThreadId thread, LogicalTime time) const {
    if (thread.block == block_->block && thread.warp() == index_ && time <= warp_->common.floor) return true;
    if (block_->common.clock.of(thread) >= time || warp_->common.clock.of(thread) >= time) return true;
    return warp_->lanes != nullptr && (*warp_->lanes)[lane].clock.of(thread) >= time;
}

void HappensBefore::start_launch() {
    now_ = 1;
    blocks_.clear();
    last_ = nullptr;
    released_.clear();
}

void HappensBefore::start_block(std::uint64_t number, std::uint32_t threads) {
    if (number > std::numeric_limits<std::uint32_t>::max())
        throw std::length_error("the race check follows at most 4294967296 blocks of a launch");
    auto state = std::make_unique<BlockSyncState>();
    state->block = static_cast<std::uint32_t>(number);
    state->common.epoch = now_;
    state->warps.resize((threads + 31) / 32);
    for (WarpSyncState& warp : state->warps) warp.present = all_lanes;
    if (threads % 32 != 0) state->warps.back().present = (Mask{1} << threads % 32) - 1;
    blocks_[number] = std::move(state);
}

void HappensBefore::finish_block(std::uint64_t number) {
    blocks_.erase(number);
    last_ = nullptr;
}

BlockSyncState& HappensBefore::block(std::uint64_t number) {
    if (last_ == nullptr || last_->block != number) last_ = blocks_.at(number).get();
    return *last_;
}

LogicalTime HappensBefore::tick() {
    if (now_ == std::numeric_limits<LogicalTime>::max())
        throw std::length_error("the race check follows at most 4294967295 barriers and fences of a launch");
    return now_++;
}

/// Ends the warp's epoch, because what it does from now on is not released at the barrier.
void HappensBefore::barrier_arrived(WarpId place, std::uint32_t number) {
    BlockSyncState& block = this->block(place.block);
    SyncState& arrived_state = block.arrived[number];
    join_warp(block, place.warp, arrived_state);
    arrived_state.clock.raise_warp(block.block, place.warp, tick());
    block.warps[place.warp].common.epoch = now_;
    block.warps[place.warp].touched = true;
    block.touched = true;
}

void HappensBefore::barrier(std::uint64_t block_number, std::uint32_t number, bool whole,
                            std::span<const std::uint32_t> warps) {
    BlockSyncState& block = this->block(block_number);
    const LogicalTime time = tick();
    if (whole) {
        if (block.touched) {
            for (std::uint32_t warp = 0; warp < block.warps.size(); ++warp) {
                join_warp(block, warp, block.common);
                if (block.warps[warp].touched) block.warps[warp] = {.present = block.warps[warp].present};
            }
            block.touched = false;
        }
        block.common.floor = time;
        block.common.epoch = now_;
        return;
    }
    SyncState sum;
    if (const auto arrived = block.arrived.extract(number)) sum = std::move(arrived.mapped());
    for (const std::uint32_t warp : warps) {
        join_warp(block, warp, sum);
        sum.clock.raise_warp(block.block, warp, time);
    }
    sum.floor = time;
    sum.epoch = now_;
    for (const std::uint32_t warp : warps) set_warp(block, warp, sum);
}

void HappensBefore::warp_barrier(WarpId place, Mask mask) {
    BlockSyncState& block = this->block(place.block);
    const LogicalTime time = tick();
    SyncState sum;
    sum.epoch = now_;
    if (mask == block.warps[place.warp].present) {
        join_warp(block, place.warp, sum);
        sum.floor = time;
        set_warp(block, place.warp, sum);
        return;
    }
    auto& lanes = lanes_of(block, place.warp);
    join_lanes(block, place.warp, mask, sum);
    const SyncState& common = block.warps[place.warp].common;
    for_each_lane(mask, [&](unsigned lane) {
        const ThreadId self = {block.block, place.warp * 32 + lane};
        sum.clock.raise_thread(self, time);
        for (std::size_t r = 0; r < scopes.size(); ++r)
            sum.fenced[r].raise_thread(self, common.own_fence_time[r]);
    });
    for_each_lane(mask, [&](unsigned lane) { lanes[lane] = sum; });
}

void HappensBefore::fence(WarpId place, Mask mask, MemoryScope scope) {
    BlockSyncState& block = this->block(place.block);
    const LogicalTime time = tick();
    WarpSyncState& warp = block.warps[place.warp];
    const auto pass = [&](SyncState& state, const ThreadClock& clock) {
        for (std::size_t r = 0; r <= index_of(scope); ++r) {
            state.fenced[r] = clock;
            state.own_fence_time[r] = time;
        }
        state.epoch = now_;
    };
    if (mask == warp.present && warp.lanes == nullptr) {
        pass(warp.common, clock_of(block, place.warp));
        warp.touched = true;
        block.touched = true;
        return;
    }
    auto& lanes = lanes_of(block, place.warp);
    for_each_lane(mask, [&](unsigned lane) { pass(lanes[lane], clock_of(block, place.warp, lane)); });
}

void HappensBefore::synchronize(const Access& access, Mask mask) {
    BlockSyncState& block = this->block(access.place.block);
    Variables& variables = access.space == MemorySpace::shared ? block.released : released_;
    const auto reads = [&](unsigned lane) {
        const auto found = variables.find(access.addresses[lane]);
        return found != variables.end() ? &found->second : nullptr;
    };
    if (access.kind == AccessKind::load && access.shape == Shape::uniform) {
        const ReleasedClocks* released = reads(static_cast<unsigned>(std::countr_zero(mask)));
        if (released != nullptr) acquire(block, access.place.warp, mask, *released);
        return;
    }
    for_each_lane(mask, [&](unsigned lane) {
        // An atomic whose result is unused does not acquire.
        if (access.kind == AccessKind::load || (access.kind == AccessKind::atomic && access.result_used)) {
            if (const ReleasedClocks* released = reads(lane))
                acquire(block, access.place.warp, Mask{1} << lane, *released);
        }
        if (access.kind != AccessKind::load) release(block, access.place.warp, lane, access, variables);
    });
}

void HappensBefore::acquire(BlockSyncState& block, std::uint32_t warp, Mask mask,
                            const ReleasedClocks& released) {
    const auto join_released = [&](SyncState& state) {
        state.clock.join(released.device_scope);
        if (released.block == block.block) state.clock.join(released.block_scope);
    };
    if (mask == block.warps[warp].present) {
        join_released(block.warps[warp].common);
        block.warps[warp].touched = true;
        block.touched = true;
        return;
    }
    auto& lanes = lanes_of(block, warp);
    for_each_lane(mask, [&](unsigned lane) { join_released(lanes[lane]); });
}

/// A store replaces what the variable releases; an atomic adds to it.
void HappensBefore::release(BlockSyncState& block, std::uint32_t warp, unsigned lane, const Access& access,
                            Variables& variables) {
    ThreadClock for_block;
    ThreadClock for_all;
    if (access.strength == Strength::release || access.strength == Strength::acq_rel) {
        for_all = clock_of(block, warp, lane);
        for_all.raise_thread({block.block, warp * 32 + lane}, tick());
        lanes_of(block, warp)[lane].epoch = now_;
        for_block = for_all;
    } else if (block.touched || !block.common.fenced[0].empty()) {
        for_block = fenced_clock_of(block, warp, lane, MemoryScope::block);
        for_all = fenced_clock_of(block, warp, lane, MemoryScope::device);
    }
    if (access.kind == AccessKind::store) variables.erase(access.addresses[lane]);
    if (for_block.empty()) return;
    ReleasedClocks& released = variables[access.addresses[lane]];
    released.device_scope.join(for_all);
    if (released.block != block.block) released.block_scope = {};
    released.block_scope.join(for_block);
    released.block = block.block;
}

} // namespace simulator::checks
