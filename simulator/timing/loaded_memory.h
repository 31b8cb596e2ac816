#pragma once

/// @file
/// What the SMs and the memory behind them take together. The nearer memory is to what it can bring, the longer each access
/// waits; an SM that has enough else to do does not notice.

#include <array>

#include "gpu/device_time.h"

namespace simulator::timing {

/// How many times longer than alone an access takes, where it is found out what that does to an SM.
inline constexpr std::array<double, 3> slowdowns = {1, 2, 4};

/// How long something takes at each of these.
using TimesBySlowdown = std::array<double, slowdowns.size()>;

/// The same GPU with memory behind the SMs that answers so many times later.
DeviceTime slowed_down(DeviceTime time, double slowdown);

/// How long a launch takes whose SMs take @p sm and whose memory is busy for @p memory, in the same unit. An access takes
/// (1 - u^p)^(-1/p) times as long as alone, where memory is busy for a share u of the time; @p power is p.
double combined_time(const TimesBySlowdown& sm, double memory, double power);

} // namespace simulator::timing
