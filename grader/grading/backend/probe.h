#pragma once

/// @file
/// Queries the device of a runner by starting one.

#include "grading/backend/backend.h"

namespace grader {

/// Starts a runner and returns the facts about its device, so that the grader itself needs no CUDA.
/// `thresholds` is the device's own slug. Throws RunnerFault and RunnerDied, and EnvironmentError if there is
/// no runner to start.
DeviceFacts query_device(const RunnerCommand& command);

} // namespace grader
