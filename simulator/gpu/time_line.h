#pragma once

/// @file
/// The times of a GPU that a grader needs, as one line of text.

#include <string>

#include "gpu/device.h"
#include "gpu/device_time.h"

namespace simulator {

/// Returns these values of @p device in one line, with a tab after the first and blanks between the others: its name,
/// its SMs, lanes per SM that start an instruction in a cycle, clock and DRAM bandwidth by the data sheet, overhead of
/// calls without kernels, error bound of a modelled speedup, source of the times.
std::string time_line(const Device& device, const DeviceTime& time);

} // namespace simulator
