#pragma once

/// @file
/// All inputs of the timing model for one launch. They are plain data: a launch has the same time wherever it
/// was run.

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "counters/block_waits.h"
#include "counters/instruction_trace.h"
#include "counters/l2.h"
#include "timing/kernel_facts.h"

namespace simulator::timing {

/// Bytes of a sector, the unit in which caches and DRAM transfer data.
inline constexpr double sector_bytes = 32;

/// Requests of all blocks of a launch to the memory beyond the SMs.
struct MemoryDemand {
    double read_sectors = 0;    ///< sectors read from L2
    double written_sectors = 0; ///< sectors written to L2
    double atomic_sectors = 0;  ///< sectors changed by atomics in L2, counted per change
    L2::Traffic traffic = {};   ///< traffic between L2 and DRAM
};

/// A completed launch.
struct TimedLaunch {
    std::shared_ptr<const KernelFacts> kernel = {}; ///< kernel that was executed
    std::uint64_t blocks = 0;                       ///< blocks of the grid
    std::uint32_t threads = 0;                      ///< threads per block
    std::uint32_t multiprocessors = 1;              ///< SMs of the GPU
    std::uint32_t resident = 1;                     ///< resident blocks per SM
    std::vector<BlockTrace> steps = {};             ///< traces of the sampled blocks of one SM, in order
    std::vector<BlockWork> work = {};               ///< per block, as LaunchResult::work
    /// Fraction of an instruction's L2 sectors that came from DRAM, per op.
    std::vector<double> dram_share = {};
    MemoryDemand demand = {};                         ///< demand of all blocks
    std::array<double, unit_count> instructions = {}; ///< SASS instructions of all blocks, by unit
    BlockWaits waits = {};                            ///< waits of blocks for each other

    /// Returns the SASS instructions of all units.
    [[nodiscard]] double all_instructions() const;
};

} // namespace simulator::timing
