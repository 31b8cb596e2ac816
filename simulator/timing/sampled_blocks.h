#pragma once

/// @file
/// Which blocks of a launch are followed step by step: those of some SMs, of which the one that has most to do counts.

#include <cstdint>
#include <span>
#include <vector>

#include "counters/instruction_trace.h"

namespace simulator::timing {

/// A grid on the SMs of a GPU.
struct GridPlacement {
    std::uint64_t blocks = 0;          ///< blocks in the grid
    std::uint32_t multiprocessors = 1; ///< SMs of the GPU
    std::uint32_t resident = 1;        ///< blocks on an SM at once
};

/// The blocks that are followed, in order.
struct SampledBlocks {
    std::vector<std::uint64_t> blocks = {}; ///< linear
    std::size_t max_per_sm = 0;             ///< that one SM has of them
};

/// Successive blocks of some SMs of @p grid. With @p seed 0 these are the first blocks of SMs near the beginning. Any other seed
/// draws the SMs, and the first block of each from another part of the grid, so that a program cannot predict the followed blocks.
SampledBlocks sample_blocks(const GridPlacement& grid, std::uint64_t seed);

/// Of the steps of these blocks, those of the SM whose blocks had most to do, by the @p work of each block of the grid. Where
/// that is about the same, or not known, those of the first SM.
std::vector<BlockTrace> trace_of_busiest_sm(std::vector<BlockTrace> steps, std::span<const BlockWork> work,
                                            std::uint32_t multiprocessors);

} // namespace simulator::timing
