#pragma once

/// @file
/// Trace-driven replay of some blocks on one SM, which returns the time that they take.
///
/// The SM's schedulers, units, paths and banks are servers: each serves requests in order, and is busy for
/// as long as the device description says. A warp issues its instructions in order, waits for registers that
/// are not ready, and for its block at barriers. The bandwidth of the memory beyond the SM is not modelled
/// here; that memory only has a latency.

#include <cstdint>
#include <span>

#include "counters/instruction_trace.h"
#include "gpu/device_time.h"
#include "timing/kernel_facts.h"
#include "timing/op_change.h"

namespace simulator::timing {

/// Input of a replay.
struct SmWork {
    const KernelFacts& kernel;                 ///< kernel that is executed
    std::span<const BlockTrace* const> blocks; ///< in the order in which they begin
    std::uint32_t resident;                    ///< resident blocks
    /// Fraction of an instruction's L2 accesses that wait for DRAM, per instruction.
    std::span<const double> dram_share;
    std::span<const OpChange> changes = {}; ///< changes per instruction; empty: none
    bool waits = false;          ///< blocks wait for each other: compute the members of SmRun that say so
    bool limited_queues = false; ///< the SM's queues to L2 have limits
};

/// Waits of replayed blocks for other blocks.
struct BlockHandoffs {
    double in_flight = 0;   ///< cycles in which loads were in flight
    double number = 0;      ///< waits that were followed by a write of the same block for others
    double latency = 0;     ///< least cycles from such a wait to its write
    double all_latency = 0; ///< these cycles, summed over all waits
};

/// Result of a replay.
struct SmRun {
    double cycles = 0;             ///< cycles from the first instruction to the last
    double data = 0;               ///< cycles in which L1 and the banks of shared memory were busy
    double incoming = 0;           ///< cycles in which the path from L2 was busy
    double outgoing = 0;           ///< cycles in which the path to L2 was busy
    BlockHandoffs handoffs;        ///< if blocks wait for each other
    std::uint64_t steps = 0;       ///< instructions replayed
    std::uint64_t total_steps = 0; ///< instructions that the blocks executed
};

/// Replays the blocks of @p work.
SmRun run_sm(const SmWork& work, const DeviceTime& time);

} // namespace simulator::timing
