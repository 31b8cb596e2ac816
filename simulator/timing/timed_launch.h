#pragma once

/// @file
/// All that the timing model is told of a launch. It is data alone: the same launch has the same time wherever it was run.

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "counters/block_waits.h"
#include "counters/instruction_trace.h"
#include "counters/l2.h"
#include "timing/kernel_facts.h"

namespace simulator::timing {

/// What all blocks of a launch asked of the memory behind the SMs.
struct MemoryDemand {
    double read_sectors = 0;    ///< of L2
    double written_sectors = 0; ///< the same
    double atomic_sectors = 0;  ///< the same, as often as they were changed
    L2::Traffic traffic = {};   ///< what L2 made of it
};

/// A launch that has ended.
struct TimedLaunch {
    std::shared_ptr<const KernelFacts> kernel = {}; ///< what was executed
    std::uint64_t blocks = 0;                       ///< of the grid
    std::uint32_t threads = 0;                      ///< of a block
    std::uint32_t multiprocessors = 1;              ///< of the GPU
    std::uint32_t resident = 1;                     ///< blocks that an SM holds
    std::vector<BlockTrace> steps = {};             ///< of some blocks of one SM, the first ones first
    std::vector<BlockWork> work = {};               ///< of each block, as LaunchResult::work
    std::vector<double> dram_share = {}; ///< by op, of the sectors it asked of L2: what came from DRAM
    MemoryDemand demand = {};            ///< by all blocks
    std::array<double, unit_count> instructions = {}; ///< of machine code, that all blocks executed, by unit
    BlockWaits waits = {};                            ///< of blocks for each other

    /// Of all units.
    [[nodiscard]] double all_instructions() const;
};

} // namespace simulator::timing
