#pragma once

/// @file
/// An SM that goes the remembered ways of some blocks again, and tells how long that takes.
///
/// Its schedulers, units, paths and banks are servers: each serves what comes first, and is busy for as long as the device
/// description says. A warp issues its instructions in order, waits for registers that have not come, and for its block at
/// barriers. How much the memory behind the SM can bring is not asked here: it only has a latency.

#include <cstdint>
#include <span>

#include "counters/instruction_trace.h"
#include "gpu/device_time.h"
#include "timing/kernel_facts.h"
#include "timing/op_change.h"

namespace simulator::timing {

/// What an SM is given.
struct SmWork {
    const KernelFacts& kernel;                 ///< what is executed
    std::span<const BlockTrace* const> blocks; ///< in the order in which they begin
    std::uint32_t resident;                    ///< blocks at once
    std::span<const double> dram_share; ///< by instruction, of its accesses of L2: those that wait for DRAM
    std::span<const OpChange> changes = {}; ///< by instruction: what is otherwise than it was; empty: nothing
    bool waits = false; ///< blocks wait for each other: SmRun::in_flight and handoff_latency are wanted
};

/// How it went.
struct SmRun {
    double cycles = 0;             ///< from the first instruction to the last
    double data = 0;               ///< cycles for which L1 and the banks of shared memory were busy
    double incoming = 0;           ///< of the path from L2
    double outgoing = 0;           ///< of the path to L2
    double in_flight = 0;          ///< cycles in which loads were under way
    double handoff_latency = 0;    ///< from what a block has waited for to what it writes then, at least
    std::uint64_t steps = 0;       ///< instructions that were gone through
    std::uint64_t total_steps = 0; ///< that the blocks executed
};

/// Runs it.
SmRun run_sm(const SmWork& work, const DeviceTime& time);

} // namespace simulator::timing
