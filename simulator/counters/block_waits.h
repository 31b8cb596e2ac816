#pragma once

/// @file
/// Which blocks of a launch waited for what other blocks wrote, and how many one behind the other.
///
/// A block waits where a load that may be part of a waiting loop sees what another block has written since the launch began.
/// What it writes from then on hands on what it has waited for. So every written word has a depth: how many waits are behind
/// it, one after the other.

#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "memory/access.h"

namespace simulator {

/// How blocks of a launch waited for each other.
struct BlockWaits {
    std::uint64_t blocks = 0; ///< that waited
    std::uint64_t longest_chain =
        0; ///< most waits one behind the other, each for what was written behind the one before
    std::uint64_t rounds = 0; ///< of these, the most that one block did
    std::uint32_t words = 0;  ///< most words that a warp looked at together
    /// Blocks write a word before they wait, and again behind the wait: who waits for them can do with the first.
    bool written_twice = false;
    std::uint64_t grid_barriers = 0; ///< that a block of a cooperative launch came to, at most
};

/// Follows the waits of a launch whose blocks run on one core.
class BlockWaitRecorder {
public:
    /// A block writes words that others may wait for: a volatile, relaxed or atomic access. Whether it has waited before.
    bool record_write(const Access& access);
    /// A load that may wait has got its values. Whether some of them are from another block.
    bool record_read(const Access& access);
    /// A block changes the word that counts who has come to a grid barrier.
    void record_grid_barrier(std::uint64_t block) {
        result_.grid_barriers = std::max(result_.grid_barriers, ++grid_barriers_[block]);
    }
    /// What has been found so far.
    [[nodiscard]] const BlockWaits& result() const { return result_; }

private:
    struct Word {
        std::uint64_t block = 0; // that wrote it last
        std::uint64_t depth = 0;
    };
    struct Waiter {
        std::uint64_t depth = 0;
        std::uint64_t rounds = 0;
    };

    std::unordered_map<Address, Word> words_;
    std::unordered_map<std::uint64_t, Waiter> waiters_;              // by block
    std::unordered_map<std::uint64_t, std::uint64_t> grid_barriers_; // by block
    BlockWaits result_;
};

} // namespace simulator
