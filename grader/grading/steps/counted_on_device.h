#pragma once

/// @file
/// Whether a GPU is shown the program that was counted.

#include <string>
#include <vector>

#include "grading/backend/backend.h"
#include "grading/backend/build.h"
#include "grading/messages/message.h"
#include "grading/steps/technique_step.h"

namespace grader {

/// Where the launches of one call on a device are other ones than @p simulated; empty: nowhere. Where the two devices are not
/// @p alike, only the kernels' names are compared, because an honest program may choose shapes by the device.
Message launch_difference(const std::vector<Launch>& simulated, const std::vector<Launch>& on_device,
                          bool alike);

/// Repeats @p calls on the device of @p backend and reports in which of them @p build is wrong there, or launches other kernels or
/// other launch configurations than @p counted has for that call on the simulator. Empty if all calls agree, or if there is no device.
///
/// A program can tell a simulator from a device, by its speed for instance. So this is evidence, and no proof.
Message device_difference(const Backend& backend, const Build& build, const std::vector<CountedCall>& calls,
                          const std::vector<std::vector<Launch>>& counted);

} // namespace grader
