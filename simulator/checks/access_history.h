#pragma once

/// @file
/// Threads of one warp that accessed one place, and sets of them.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "checks/happens_before.h"
#include "checks/thread_clock.h"
#include "memory/access.h"

namespace simulator::checks {

/// Lanes of a warp that accessed a place in the same way, at one epoch.
struct WarpAccess {
    std::uint32_t block = 0; ///< linear
    std::uint32_t warp = 0;  ///< in the block
    LogicalTime epoch = 0;   ///< when that was
    Mask lanes = 0;          ///< of that warp
    std::uint32_t op = 0;    ///< index in Kernel::code

    /// The thread in a lane of that warp.
    [[nodiscard]] ThreadId thread(unsigned lane) const { return {block, warp * 32 + lane}; }
};

/// How much has to be remembered so that no race is missed.
struct HistoryDetail {
    /// Blocks may learn of each other. Without, whatever two blocks did to one place stays unordered, and two
    /// are enough to find a race with any third.
    bool between_blocks = true;
    /// Threads may learn of a part of their block. Without, two threads of a block stand for all since the
    /// last barrier.
    bool inside_blocks = true;
};

/// Two threads, one of either side, that nothing orders.
struct UnorderedPair {
    ThreadId earlier;             ///< who came first
    std::uint32_t earlier_op = 0; ///< what that thread executed
    unsigned lane = 0;            ///< of the warp that looks
};

/// The pair of an earlier party and a lane of @p mask that nothing orders, if there is one.
std::optional<UnorderedPair> find_unordered(const WarpAccess& earlier, const WarpView& view, Mask mask);

/// Everybody who accessed a place in one way and of whom nobody came before another.
class ConcurrentAccesses {
public:
    /// Whether there is nobody in it.
    [[nodiscard]] bool empty() const { return accesses_.empty(); }
    /// Somebody in it and a lane of @p mask that nothing orders, if there are such two.
    [[nodiscard]] std::optional<UnorderedPair> find_unordered(const WarpView& view, Mask mask) const;
    /// The same, among those whose instruction @p wanted holds for.
    template <typename Wanted> [[nodiscard]] std::optional<UnorderedPair>
    find_unordered(const WarpView& view, Mask mask, Wanted&& wanted) const {
        for (const WarpAccess& access : accesses_) {
            if (!wanted(access.op)) continue;
            if (const auto found = checks::find_unordered(access, view, mask)) return found;
        }
        return std::nullopt;
    }
    /// Whether @p holds for somebody's instruction.
    template <typename Holds> [[nodiscard]] bool any(Holds&& holds) const {
        return std::any_of(accesses_.begin(), accesses_.end(),
                           [&](const WarpAccess& access) { return holds(access.op); });
    }
    /// Adds lanes, and leaves out who came before them: whoever is ordered after the new ones is ordered
    /// after those.
    void add(const WarpAccess& access, const WarpView& view, HistoryDetail detail);
    /// The same as find_unordered(), with those of other blocks than the view's.
    [[nodiscard]] std::optional<UnorderedPair> find_unordered_in_other_blocks(const WarpView& view,
                                                                              Mask mask) const;
    /// The same as find_unordered(), with those of the view's warp only.
    [[nodiscard]] std::optional<UnorderedPair> find_unordered_in_warp(const WarpView& view, Mask mask) const;
    /// The same as add(), but only those of the view's warp are left out.
    void add_in_warp(const WarpAccess& access, const WarpView& view);
    /// Adds those lanes that come after nobody in the set.
    void add_concurrent(WarpAccess access, const WarpView& view);
    /// Adds a party and leaves out nobody.
    void append(const WarpAccess& access) { accesses_.push_back(access); }
    /// Leaves out everybody.
    void clear() { accesses_.clear(); }
    /// Leaves out whom the last barrier of the view's block puts before everything that comes now.
    void forget_before_barrier(const WarpView& view);
    /// Whether somebody in it came before what @p lane does now, and if that was the same thread, it has had a fence or
    /// a barrier since.
    [[nodiscard]] bool any_fenced(const WarpView& view, unsigned lane) const;
    /// Whether somebody in it came before what one of the lanes @p mask does now.
    [[nodiscard]] bool any_before(const WarpView& view, Mask mask) const;

private:
    [[nodiscard]] std::size_t first_to_prune() const;
    [[nodiscard]] bool finds_every_race_of(const WarpAccess& access, HistoryDetail detail) const;

    std::vector<WarpAccess> accesses_;
    std::size_t prune_size_ = 32; ///< the size at which all of a big set is looked through again
};

/// Everybody who accessed a place, where that is more than a ShadowCell holds.
///
/// Strong accesses do not race with each other. Besides, an atomic has seen every strong access to its place
/// that came earlier, and a strong load every strong write, so that for this place what is ordered after the
/// one is ordered after the others: the last block that resets the counter it has just increased does nothing
/// wrong.
struct AccessHistory {
    ConcurrentAccesses writers;        ///< by weak accesses
    ConcurrentAccesses readers;        ///< by weak accesses
    ConcurrentAccesses strong_writers; ///< atomics included
    ConcurrentAccesses strong_readers; ///< by loads
    /// Strong readers since the latest strong write: who is ordered after one of them has seen it.
    ConcurrentAccesses observers;
    /// In global memory, strong accesses of block scope: to other blocks they are no better than weak ones.
    ConcurrentAccesses block_scope_writers;
    ConcurrentAccesses block_scope_readers; ///< see block_scope_writers
    /// Who stored there by strong stores, atomics not included; those before the latest atomic are left out.
    ConcurrentAccesses storers;
    /// Who has loaded since the latest of these, with Access::samples.
    ConcurrentAccesses samplers;
    std::uint32_t strong_writes = 0; ///< how many there have been
    /// In shared memory, who went there by volatile accesses: no race between warps, but lanes of one warp
    /// that do so without `__syncwarp` take it for granted that they run in step.
    ConcurrentAccesses volatile_writers;
    ConcurrentAccesses volatile_readers; ///< see volatile_writers

    /// Whether there is nobody to race with.
    [[nodiscard]] bool empty() const {
        return writers.empty() && readers.empty() && strong_writers.empty() && strong_readers.empty();
    }
    /// Forgets everybody.
    void clear();
    /// For places that only the view's block comes to: its last barrier ends the story of all who came
    /// before.
    void forget_before_barrier(const WarpView& view);
};

} // namespace simulator::checks
