#pragma once

/// @file
/// Which accesses of a launch come before which, by what the program does to order them.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "checks/thread_clock.h"
#include "findings/observer.h"
#include "memory/access.h"

namespace simulator::checks {

/// What threads that have the same history know and may pass on.
struct SyncState {
    ThreadClock clock; ///< of all threads
    /// By Reach: what was known at the last fence, and so what a flag that is written now hands over.
    std::array<ThreadClock, 2> fenced;
    /// By Reach: when each thread had its last fence. Each thread for itself, it does not speak for the
    /// others.
    std::array<LogicalTime, 2> own_fence_time = {0, 0};
    LogicalTime floor = 0; ///< up to when these threads know everything of each other
    LogicalTime epoch = 0; ///< the time that accesses are noted with from now on
};

/// A warp's knowledge, as far as it goes beyond its block's.
struct WarpSyncState {
    SyncState common = {}; ///< what all lanes know
    Mask present = 0;      ///< lanes that the warp was started with
    /// What lanes know beyond their warp; null while they all know the same.
    std::unique_ptr<std::array<SyncState, warp_size>> lanes = {};
    bool touched = false; ///< anything here differs from a fresh one
};

/// What a variable that threads synchronize with hands over.
struct ReleasedClocks {
    ThreadClock device_scope; ///< to any thread
    ThreadClock block_scope;  ///< to threads of ReleasedClocks::block: fences for the block count there, too
    std::uint32_t block = 0;  ///< of the thread that wrote last
};

/// A running block's knowledge: its own, and by warp and lane what goes beyond it. Reset by each of its
/// barriers.
struct BlockSyncState {
    std::uint32_t block = 0;                              ///< linear
    SyncState common;                                     ///< what all threads know
    std::vector<WarpSyncState> warps;                     ///< by their number in the block
    bool touched = false;                                 ///< any warp is
    std::unordered_map<Address, ReleasedClocks> released; ///< by variables in its shared memory
    /// By number of a barrier that is not complete: what warps knew that arrived and did not wait.
    std::unordered_map<std::uint32_t, SyncState> arrived;
};

/// A warp that looks at what others did. Good until the next event.
class WarpView {
public:
    /// That of a warp of @p block, which has to outlive it.
    WarpView(const BlockSyncState& block, std::uint32_t warp)
        : block_(&block), warp_(&block.warps[warp]), index_(warp) {}

    /// The block that looks.
    [[nodiscard]] std::uint32_t block() const { return block_->block; }
    /// The warp of that block.
    [[nodiscard]] std::uint32_t warp() const { return index_; }
    /// The thread in a lane of that warp.
    [[nodiscard]] ThreadId thread(unsigned lane) const { return {block_->block, index_ * 32 + lane}; }

    /// Whether all lanes are at one epoch and know the same.
    [[nodiscard]] bool uniform() const { return warp_->lanes == nullptr; }
    /// The epoch that every lane has reached; some may be at a later one.
    [[nodiscard]] LogicalTime epoch() const { return std::max(block_->common.epoch, warp_->common.epoch); }
    /// No lane is at a later one.
    [[nodiscard]] LogicalTime latest_epoch() const;
    /// The epoch of a lane.
    [[nodiscard]] LogicalTime epoch(unsigned lane) const {
        return uniform() ? epoch() : std::max(epoch(), (*warp_->lanes)[lane].epoch);
    }

    /// Whether the block's last barrier alone puts what happened in @p block at @p time before now.
    [[nodiscard]] bool is_before_barrier(std::uint32_t block, LogicalTime time) const {
        return block == block_->block && time <= block_->common.floor;
    }
    /// Whether everything that the warp (@p block, @p warp) did up to @p time came before what all lanes do
    /// now.
    [[nodiscard]] bool is_warp_ordered_before(std::uint32_t block, std::uint32_t warp,
                                              LogicalTime time) const {
        if (is_before_barrier(block, time)) return true;
        return block_->touched || !block_->common.clock.empty() ? is_warp_before_by_clock(block, warp, time)
                                                                : false;
    }
    /// Whether what @p thread did up to @p time came before what @p lane does now.
    [[nodiscard]] bool is_ordered_before(unsigned lane, ThreadId thread, LogicalTime time) const {
        if (thread.block == block_->block) {
            if (time <= block_->common.floor) return true;
            if (thread.index == index_ * 32 + lane) return true;
        }
        return block_->touched || !block_->common.clock.empty() ? is_before_by_clock(lane, thread, time)
                                                                : false;
    }

private:
    [[nodiscard]] bool is_warp_before_by_clock(std::uint32_t block, std::uint32_t warp,
                                               LogicalTime time) const;
    [[nodiscard]] bool is_before_by_clock(unsigned lane, ThreadId thread, LogicalTime time) const;

    const BlockSyncState* block_;
    const WarpSyncState* warp_;
    std::uint32_t index_;
};

/// The order of the accesses of one launch.
///
/// Two things order accesses of different threads: barriers, and variables that are accessed strongly
/// (atomics, volatile). What a thread writes to such a variable hands over what the thread knew at its last
/// fence; who reads it, knows that, too. Reading is taken for an acquire even without a fence behind it,
/// since the patterns that CUDA's own documents show do without. The lanes of a warp are ordered by
/// `__syncwarp` alone, not by running together.
class HappensBefore {
public:
    /// Forgets everything: time begins anew.
    void start_launch();
    /// The block starts, with so many threads. Throws std::length_error when its number has more than 32
    /// bits.
    void start_block(std::uint64_t block, std::uint32_t threads);
    /// Forgets what the block knows. What it has released to others stays.
    void finish_block(std::uint64_t block);

    /// See Observer::barrier_arrived. This and the next four throw std::length_error when Time has no numbers
    /// left.
    void barrier_arrived(WarpId place, std::uint32_t number);
    /// See Observer::barrier.
    void barrier(std::uint64_t block, std::uint32_t number, bool whole, std::span<const std::uint32_t> warps);
    /// See Observer::warp_barrier.
    void warp_barrier(WarpId place, Mask mask);
    /// See Observer::fence.
    void fence(WarpId place, Mask mask, MemoryScope scope);
    /// A strong access, as far as it orders. Call it after the access has been compared with others: what it
    /// acquires holds for later ones.
    void synchronize(const Access& access, Mask mask);

    /// What a warp knows now, for as long as nothing else happens.
    [[nodiscard]] WarpView view(WarpId place) { return {block(place.block), place.warp}; }

private:
    /// Where what a variable hands over is kept.
    using Variables = std::unordered_map<Address, ReleasedClocks>;

    BlockSyncState& block(std::uint64_t number);
    /// Ends the present epoch and returns it.
    LogicalTime tick();
    void acquire(BlockSyncState& block, std::uint32_t warp, Mask mask, const ReleasedClocks& released);
    void release(BlockSyncState& block, std::uint32_t warp, unsigned lane, const Access& access,
                 Variables& variables);

    LogicalTime now_ = 1;
    std::unordered_map<std::uint64_t, std::unique_ptr<BlockSyncState>> blocks_;
    BlockSyncState* last_ = nullptr;
    Variables released_; ///< by variables in global memory
};

} // namespace simulator::checks
