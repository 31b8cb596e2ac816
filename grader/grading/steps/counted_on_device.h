#pragma once

/// @file
/// Compares the program that runs on a GPU with the one that was counted.

#include <string>
#include <vector>

#include "grading/backend/backend.h"
#include "grading/backend/build.h"
#include "grading/messages/message.h"
#include "grading/steps/technique_step.h"

namespace grader {

/// Returns where the launches of one call on a device differ from @p simulated; empty if nowhere. If the two
/// devices are not @p alike, compares only the kernels' names without template arguments, because an honest
/// program may choose launch shapes and instances of a template by the device.
Message launch_difference(const std::vector<Launch>& simulated, const std::vector<Launch>& on_device,
                          bool alike);

/// Repeats @p calls on the device of @p backend and returns in which of them @p build is wrong there, or
/// launches other kernels or other launch configurations than @p counted has for that call on the simulator.
/// Empty if all calls agree, or if there is no device.
///
/// A program can distinguish a simulator from a device, for example by its speed. So agreement is evidence,
/// not proof.
Message device_difference(const Backend& backend, const Build& build, const std::vector<CountedCall>& calls,
                          const std::vector<std::vector<Launch>>& counted);

} // namespace grader
