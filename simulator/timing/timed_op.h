#pragma once

/// @file
/// What an instruction takes of an SM.

#include <array>
#include <cstddef>

#include "gpu/device.h"
#include "gpu/device_time.h"
#include "timing/kernel_facts.h"
#include "timing/server.h"

namespace simulator::timing {

/// An SM has so many schedulers, each with units of its own.
inline constexpr std::size_t sm_subpartitions = schedulers_per_sm;

/// An instruction on a GPU.
struct TimedOp {
    std::array<Ticks, unit_count> busy = {}; ///< of the unit in a part of an SM
    Ticks slots = 0;                         ///< of its scheduler
    Ticks latency = 0;                       ///< until its result is there, where no memory is asked
};

/// Adds to @p busy how many cycles @p count instructions keep a whole SM's unit @p unit busy, and other units with it.
void add_busy(std::array<double, unit_count>& busy, Unit unit, double count, const DeviceTime& time);

/// What @p facts come to on a GPU with the numbers @p time, with @p factor times as many machine instructions.
TimedOp timed(const OpFacts& facts, const DeviceTime& time, double factor = 1);

} // namespace simulator::timing
