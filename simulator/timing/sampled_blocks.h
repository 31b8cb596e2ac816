#pragma once

/// @file
/// Selection of the sampled blocks of a launch, whose instruction trace is replayed: blocks of some SMs, of
/// which the busiest SM counts.

#include <cstdint>
#include <span>
#include <vector>

#include "counters/instruction_trace.h"

namespace simulator::timing {

/// A grid on the SMs of a GPU.
struct GridPlacement {
    std::uint64_t blocks = 0;          ///< blocks in the grid
    std::uint32_t multiprocessors = 1; ///< SMs of the GPU
    std::uint32_t resident = 1;        ///< resident blocks per SM
};

/// The sampled blocks, in order.
struct SampledBlocks {
    std::vector<std::uint64_t> blocks = {}; ///< linear indices
    std::size_t max_per_sm = 0;             ///< most sampled blocks of one SM
};

/// Selects successive blocks of some SMs of @p grid. With @p seed 0 these are the first blocks of SMs near
/// the beginning. Any other seed draws the SMs, and the first block of each from another part of the grid.
/// So a program cannot predict the sampled blocks.
SampledBlocks sample_blocks(const GridPlacement& grid, std::uint64_t seed);

/// Returns the traces of the SM whose sampled blocks had most work, by the @p work of each block of the grid.
/// If the work is about equal, or unknown, returns those of the first SM.
std::vector<BlockTrace> trace_of_busiest_sm(std::vector<BlockTrace> steps, std::span<const BlockWork> work,
                                            std::uint32_t multiprocessors);

} // namespace simulator::timing
