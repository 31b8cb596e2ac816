#pragma once

/// @file
/// The step `fast` on a GPU that has not been measured, with the thresholds of another one
/// (grading/steps/device_thresholds.h). These are estimates. So a build that falls short is too close to
/// call, and earns less than half of the points.

#include "grading/grade/grade.h"

namespace grader {

/// Sets status, message and points of @p step for a build with @p speedup, of which @p counts is compared
/// with the threshold: it passes, or it is too close to call.
void judge_on_unknown_gpu(Step& step, const Speedup& speedup, double counts);

} // namespace grader
