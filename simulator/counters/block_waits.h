#pragma once

/// @file
/// Records which blocks of a launch waited for other blocks, and the length of chains of such waits.
///
/// A block waits if a load that may belong to a polling loop observes what another block has written since
/// the launch began. From then on, its writes forward the wait. So each written word has a depth: the
/// number of waits in sequence before it.

#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "memory/access.h"

namespace simulator {

/// The waits of a launch's blocks for each other.
struct BlockWaits {
    std::uint64_t blocks = 0; ///< blocks that waited
    /// Most waits in sequence, each for a word that was written after the previous wait.
    std::uint64_t longest_chain = 0;
    std::uint64_t rounds = 0; ///< most waits by one block, each deeper in a chain than the one before
    std::uint32_t words = 0;  ///< most words that a warp polled in one load
    /// Blocks write a word before they wait and again after it; blocks that wait for them may need only the
    /// first write (decoupled look-back).
    bool written_twice = false;
    std::uint64_t grid_barriers = 0; ///< most arrivals of a block of a cooperative launch at grid barriers
};

/// Records the waits of a launch whose blocks run on one core.
class BlockWaitRecorder {
public:
    /// Records a write of words that other blocks may wait for: a volatile, relaxed or atomic access. Returns
    /// whether the block has waited before.
    bool record_write(const Access& access);
    /// Records a load that may wait and has its values. Returns whether another block wrote any of them.
    bool record_read(const Access& access);
    /// Records that a block changes the arrival counter of a grid barrier.
    void record_grid_barrier(std::uint64_t block) {
        result_.grid_barriers = std::max(result_.grid_barriers, ++grid_barriers_[block]);
    }
    /// Returns the result so far.
    [[nodiscard]] const BlockWaits& result() const { return result_; }

private:
    struct Word {
        std::uint64_t block = 0; // block of the last write
        std::uint64_t depth = 0;
    };
    struct Waiter {
        std::uint64_t depth = 0;
        std::uint64_t rounds = 0;
    };

    std::unordered_map<Address, Word> words_;
    std::unordered_map<std::uint64_t, Waiter> waiters_;              // indexed by block
    std::unordered_map<std::uint64_t, std::uint64_t> grid_barriers_; // indexed by block
    BlockWaits result_;
};

} // namespace simulator
