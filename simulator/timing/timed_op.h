#pragma once

/// @file
/// Resources of an SM that an instruction occupies.

#include <array>
#include <cstddef>

#include "gpu/device.h"
#include "gpu/device_time.h"
#include "timing/kernel_facts.h"
#include "timing/server.h"

namespace simulator::timing {

/// Schedulers per SM, each with its own units.
inline constexpr std::size_t sm_subpartitions = schedulers_per_sm;

/// Time of an instruction on a GPU.
struct TimedOp {
    std::array<Ticks, unit_count> busy = {}; ///< time of each unit in an SM subpartition
    Ticks slots = 0;                         ///< issue time of its scheduler
    Ticks latency = 0;                       ///< time to its result, without memory
};

/// Adds to @p busy the cycles for which @p count instructions keep an SM's unit @p unit busy, and units that
/// it shares.
void add_busy(std::array<double, unit_count>& busy, Unit unit, double count, const DeviceTime& time);

/// Returns the time of an instruction on a GPU with the rates and latencies @p time, with @p factor times as
/// many SASS instructions.
TimedOp timed(const OpFacts& facts, const DeviceTime& time, double factor = 1);

} // namespace simulator::timing
