#pragma once

/// @file
/// Accesses of warps to one location, and sets of concurrent ones: the access history of a location.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "checks/happens_before.h"
#include "checks/thread_clock.h"
#include "memory/access.h"

namespace simulator::checks {

/// Lanes of a warp that accessed a location in the same way, at one epoch.
struct WarpAccess {
    std::uint32_t block = 0; ///< linear index
    std::uint32_t warp = 0;  ///< index in the block
    LogicalTime epoch = 0;   ///< logical time of the access
    Mask lanes = 0;          ///< lanes of that warp
    std::uint32_t op = 0;    ///< index in Kernel::code

    /// Returns the thread in a lane of that warp.
    [[nodiscard]] ThreadId thread(unsigned lane) const { return {block, warp * 32 + lane}; }
};

/// How much must be recorded so that no race is missed.
struct HistoryDetail {
    /// Blocks may synchronize with each other. If false, accesses of two blocks to one location are never
    /// ordered, and two are enough to find a race with any third.
    bool between_blocks = true;
    /// Threads may synchronize with a part of their block. If false, two threads of a block represent all
    /// threads that accessed the location since the last barrier.
    bool inside_blocks = true;
};

/// Two threads whose accesses have no happens-before order.
struct UnorderedPair {
    ThreadId earlier;             ///< thread of the earlier access
    std::uint32_t earlier_op = 0; ///< index of its instruction in Kernel::code
    unsigned lane = 0;            ///< lane of the warp whose access is checked
};

/// Returns a lane of @p earlier and a lane of @p mask whose accesses are unordered; nullopt if all are
/// ordered.
std::optional<UnorderedPair> find_unordered(const WarpAccess& earlier, const WarpView& view, Mask mask);

/// Pairwise concurrent accesses of one kind to one location.
class ConcurrentAccesses {
public:
    /// Returns whether the set is empty.
    [[nodiscard]] bool empty() const { return accesses_.empty(); }
    /// Returns a thread of the set and a lane of @p mask whose accesses are unordered; nullopt if all are
    /// Works like find_unordered(), but only with accesses for whose instruction @p wanted returns true.
    [[nodiscard]] std::optional<UnorderedPair> find_unordered(const WarpView& view, Mask mask) const;
    /// As above, but only with accesses for whose instruction @p wanted returns true.
    template <typename Wanted> [[nodiscard]] std::optional<UnorderedPair>
    find_unordered(const WarpView& view, Mask mask, Wanted&& wanted) const {
        for (const WarpAccess& access : accesses_) {
            if (!wanted(access.op)) continue;
            if (const auto found = checks::find_unordered(access, view, mask)) return found;
        }
        return std::nullopt;
    }
    /// Returns whether @p holds returns true for the instruction of any access.
    template <typename Holds> [[nodiscard]] bool any(Holds&& holds) const {
        return std::any_of(accesses_.begin(), accesses_.end(),
                           [&](const WarpAccess& access) { return holds(access.op); });
    }
    /// Adds lanes, and removes accesses that happen before them: an access ordered after the new ones is
    /// ordered after the removed ones as well.
    void add(const WarpAccess& access, const WarpView& view, HistoryDetail detail);
    /// Works like find_unordered(), but only with accesses of blocks other than the view's.
    [[nodiscard]] std::optional<UnorderedPair> find_unordered_in_other_blocks(const WarpView& view,
                                                                              Mask mask) const;
    /// Works like find_unordered(), but only with accesses of the view's warp.
    [[nodiscard]] std::optional<UnorderedPair> find_unordered_in_warp(const WarpView& view, Mask mask) const;
    /// Works like add(), but removes only accesses of the view's warp.
    void add_in_warp(const WarpAccess& access, const WarpView& view);
    /// Adds those lanes that no access of the set happens before.
    void add_concurrent(WarpAccess access, const WarpView& view);
    /// Adds an access without removing any.
    void append(const WarpAccess& access) { accesses_.push_back(access); }
    /// Removes all accesses.
    void clear() { accesses_.clear(); }
    /// Removes the accesses that the last barrier of the view's block orders before everything from now on.
    void forget_before_barrier(const WarpView& view);
    /// Returns whether an access of the set happens before what @p lane does now; an access of the same
    /// thread counts only if the thread has had a fence or a barrier since.
    [[nodiscard]] bool any_fenced(const WarpView& view, unsigned lane) const;
    /// Returns whether an access of the set happens before what one of the lanes @p mask does now.
    [[nodiscard]] bool any_before(const WarpView& view, Mask mask) const;

private:
    [[nodiscard]] std::size_t first_to_prune() const;
    [[nodiscard]] bool finds_every_race_of(const WarpAccess& access, HistoryDetail detail) const;

    std::vector<WarpAccess> accesses_;
    std::size_t prune_size_ = 32; ///< size from which add() prunes all of a big set again
};

/// The accesses to one location, if they are more than a ShadowCell holds.
///
/// Strong accesses do not race with each other. Moreover, an atomic observes every earlier strong access to
/// its location, and a strong load every earlier strong write. So at this location, an access ordered after
/// the observer is ordered after the observed ones as well: the last block may reset the counter that it has
/// just incremented.
struct AccessHistory {
    ConcurrentAccesses writers;        ///< weak writes
    ConcurrentAccesses readers;        ///< weak reads
    ConcurrentAccesses strong_writers; ///< strong writes, atomics included
    ConcurrentAccesses strong_readers; ///< strong loads
    /// Strong readers since the latest strong write: an access ordered after one of them has observed the
    /// write.
    ConcurrentAccesses observers;
    /// Strong writes of block scope in global memory: for other blocks they count as weak.
    ConcurrentAccesses block_scope_writers;
    /// Strong reads of block scope in global memory; see block_scope_writers.
    ConcurrentAccesses block_scope_readers;
    /// Threads that stored by strong stores, atomics not included. Stores before the latest atomic are
    /// removed.
    ConcurrentAccesses storers;
    /// Threads that have loaded since the latest of these stores, with Access::samples.
    ConcurrentAccesses samplers;
    std::uint32_t strong_writes = 0; ///< number of strong writes so far
    /// Volatile writes in shared memory. They do not race between warps, but lanes of one warp that rely on
    /// lockstep, without `__syncwarp`, do race.
    ConcurrentAccesses volatile_writers;
    ConcurrentAccesses volatile_readers; ///< volatile reads in shared memory; see volatile_writers

    /// Returns whether no access is left that a new one could race with.
    [[nodiscard]] bool empty() const {
        return writers.empty() && readers.empty() && strong_writers.empty() && strong_readers.empty();
    }
    /// Removes all accesses.
    void clear();
    /// Removes what the last barrier of the view's block orders before now. Only for locations that no other
    /// block accesses.
    void forget_before_barrier(const WarpView& view);
};

} // namespace simulator::checks
