#pragma once

/// @file
/// Which blocks of a launch are followed step by step: those of some SMs, of which the one that has most to do counts.

#include <cstdint>
#include <span>
#include <vector>

#include "observe/steps.h"

namespace simulator::timing {

/// The blocks that are followed, in order.
struct FollowedBlocks {
    std::vector<std::uint64_t> blocks = {}; ///< linear
    std::size_t most_of_sm = 0;             ///< that one SM has of them
};

/// The first blocks of some SMs. Of a grid of @p blocks, on so many @p multiprocessors that hold so many @p resident blocks
/// each.
FollowedBlocks blocks_to_follow(std::uint64_t blocks, std::uint32_t multiprocessors, std::uint32_t resident);

/// Of the steps of these blocks, those of the SM whose blocks had most to do, by the @p work of each block of the grid. Where
/// that is about the same, or not known, those of the first SM.
std::vector<BlockSteps> of_busiest_sm(std::vector<BlockSteps> steps, std::span<const BlockWork> work,
                                      std::uint32_t multiprocessors);

} // namespace simulator::timing
