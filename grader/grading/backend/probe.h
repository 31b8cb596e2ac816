#pragma once

/// @file
/// The device at the other end of a runner, asked for by starting one.

#include "grading/backend/backend.h"

namespace grader {

/// Starts a runner, so that the grader itself needs no CUDA. `thresholds` is the device's own slug. Throws
/// RunnerFault and RunnerDied, and EnvironmentError when there is no runner to start.
DeviceFacts query_device(const RunnerCommand& command);

} // namespace grader
