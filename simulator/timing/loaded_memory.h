#pragma once

/// @file
/// The time of SMs and memory together. The closer memory is to its bandwidth limit, the higher is its
/// latency. An SM with enough other work hides the latency.

#include <array>

#include "gpu/device_time.h"

namespace simulator::timing {

/// Factors of memory latency for which the SM time is computed.
inline constexpr std::array<double, 3> slowdowns = {1, 2, 4};

/// A time for each of the slowdowns.
using TimesBySlowdown = std::array<double, slowdowns.size()>;

/// Returns the same GPU with memory latencies that are @p slowdown times as high.
DeviceTime slowed_down(DeviceTime time, double slowdown);

/// Returns the time of a launch whose SMs take @p sm and whose memory is busy for @p memory, in the same
/// unit. The latency is (1 - u^p)^(-1/p) times that of an idle memory, if memory is busy for a fraction u of
/// the time; @p power is p.
double combined_time(const TimesBySlowdown& sm, double memory, double power);

} // namespace simulator::timing
