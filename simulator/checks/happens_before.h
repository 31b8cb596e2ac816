#pragma once

/// @file
/// Happens-before order of the accesses of a launch, from its barriers, fences and synchronizing accesses.

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

/// Clocks of threads that share one synchronization history, and what they may release.
struct SyncState {
    ThreadClock clock; ///< everything that happens before these threads
    /// By MemoryScope: the clock at the last fence, which a flag that is written now releases.
    std::array<ThreadClock, 2> fenced;
    /// By MemoryScope: time of each thread's own last fence. It covers the thread itself only, not the other
    /// threads with this state.
    std::array<LogicalTime, 2> own_fence_time = {0, 0};
    LogicalTime floor = 0; ///< up to this time, these threads happen before each other
    LogicalTime epoch = 0; ///< logical time that is recorded with accesses from now on
};

/// Synchronization state of a warp, as far as it goes beyond its block's.
struct WarpSyncState {
    SyncState common = {}; ///< state that all lanes share
    Mask present = 0;      ///< lanes that the warp was started with
    /// State of lanes beyond their warp's; null while all lanes share one state.
    std::unique_ptr<std::array<SyncState, warp_size>> lanes = {};
    bool touched = false; ///< false: equal to that of a fresh warp
};

/// Clocks that a synchronization variable releases to the threads that acquire it.
struct ReleasedClocks {
    ThreadClock device_scope; ///< acquired by any thread
    /// Acquired by threads of ReleasedClocks::block, where block-scope fences count as well.
    ThreadClock block_scope;
    std::uint32_t block = 0; ///< block of the thread that wrote last
};

/// Synchronization state of a running block: its own, and per warp and lane what goes beyond it. A barrier of
/// the whole block resets the latter.
struct BlockSyncState {
    std::uint32_t block = 0;                              ///< linear index
    SyncState common;                                     ///< state that all threads share
    std::vector<WarpSyncState> warps;                     ///< indexed by the warp's number in the block
    bool touched = false;                                 ///< true if any warp is touched
    std::unordered_map<Address, ReleasedClocks> released; ///< per synchronization variable in shared memory
    /// Per number of an incomplete barrier: the joined clocks of warps that arrived without waiting.
    std::unordered_map<std::uint32_t, SyncState> arrived;
};

/// The view of a warp on earlier accesses. Valid until the next event.
class WarpView {
public:
    /// Constructs the view of a warp of @p block, which must outlive it.
    WarpView(const BlockSyncState& block, std::uint32_t warp)
        : block_(&block), warp_(&block.warps[warp]), index_(warp) {}

    /// Returns the linear index of the view's block.
    [[nodiscard]] std::uint32_t block() const { return block_->block; }
    /// Returns the index of the view's warp in that block.
    [[nodiscard]] std::uint32_t warp() const { return index_; }
    /// Returns the thread in a lane of that warp.
    [[nodiscard]] ThreadId thread(unsigned lane) const { return {block_->block, index_ * 32 + lane}; }

    /// Returns whether all lanes share one epoch and one clock.
    [[nodiscard]] bool uniform() const { return warp_->lanes == nullptr; }
    /// Returns the epoch that every lane has reached; some may have reached a later one.
    [[nodiscard]] LogicalTime epoch() const { return std::max(block_->common.epoch, warp_->common.epoch); }
    /// Returns the latest epoch of any lane.
    [[nodiscard]] LogicalTime latest_epoch() const;
    /// Returns the epoch of a lane.
    [[nodiscard]] LogicalTime epoch(unsigned lane) const {
        return uniform() ? epoch() : std::max(epoch(), (*warp_->lanes)[lane].epoch);
    }

    /// Returns whether the block's last barrier alone orders the accesses of @p block at @p time before now.
    [[nodiscard]] bool is_before_barrier(std::uint32_t block, LogicalTime time) const {
        return block == block_->block && time <= block_->common.floor;
    }
    /// Returns whether everything that the warp (@p block, @p warp) did up to @p time happens before what all
    /// lanes do now.
    [[nodiscard]] bool is_warp_ordered_before(std::uint32_t block, std::uint32_t warp,
                                              LogicalTime time) const {
        if (is_before_barrier(block, time)) return true;
        return block_->touched || !block_->common.clock.empty() ? is_warp_before_by_clock(block, warp, time)
                                                                : false;
    }
    /// Returns whether what @p thread did up to @p time happens before what @p lane does now.
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

/// The happens-before order of the accesses of one launch.
///
/// Accesses of different threads are ordered by barriers and by synchronization variables: locations that are
/// accessed strongly (atomics, volatile). A write to such a variable releases the thread's clock at its last
/// fence, and a read acquires it. A read counts as an acquire even without a fence after it, because patterns
/// in CUDA's own documents have none. Lanes of a warp are ordered by `__syncwarp` only, not by lockstep
/// execution.
class HappensBefore {
public:
    /// Forgets everything, and restarts logical time.
    void start_launch();
    /// Starts a block with @p threads threads. Throws std::length_error if the block's number exceeds 32
    /// bits.
    void start_block(std::uint64_t block, std::uint32_t threads);
    /// Forgets the state of a block. Clocks that the block has released stay.
    void finish_block(std::uint64_t block);

    /// Records that a warp arrives at a barrier without waiting: see Observer::barrier_arrived. This
    /// function and the next four throw std::length_error if LogicalTime overflows.
    void barrier_arrived(WarpId place, std::uint32_t number);
    /// Orders the warps of a complete barrier: see Observer::barrier.
    void barrier(std::uint64_t block, std::uint32_t number, bool whole, std::span<const std::uint32_t> warps);
    /// Orders lanes at a `__syncwarp`: see Observer::warp_barrier.
    void warp_barrier(WarpId place, Mask mask);
    /// Records a fence: see Observer::fence.
    void fence(WarpId place, Mask mask, MemoryScope scope);
    /// Acquires and releases for a strong access. Call it after the access has been compared with others,
    /// because an acquire orders later accesses only.
    void synchronize(const Access& access, Mask mask);

    /// Returns a warp's view, which is valid until the next event.
    [[nodiscard]] WarpView view(WarpId place) { return {block(place.block), place.warp}; }

private:
    /// Released clocks per synchronization variable.
    using Variables = std::unordered_map<Address, ReleasedClocks>;

    BlockSyncState& block(std::uint64_t number);
    /// Ends the current epoch and returns it.
    LogicalTime tick();
    void acquire(BlockSyncState& block, std::uint32_t warp, Mask mask, const ReleasedClocks& released);
    void release(BlockSyncState& block, std::uint32_t warp, unsigned lane, const Access& access,
                 Variables& variables);

    LogicalTime now_ = 1;
    std::unordered_map<std::uint64_t, std::unique_ptr<BlockSyncState>> blocks_;
    BlockSyncState* last_ = nullptr;
    Variables released_; ///< per synchronization variable in global memory
};

} // namespace simulator::checks
