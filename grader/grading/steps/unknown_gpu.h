#pragma once

/// @file
/// The step `fast` on a GPU that nobody has measured, by the thresholds of another one (grading/steps/device_thresholds.h). They are a guess. So a build
/// that falls short is too close to call, and earns less than half of the points.

#include "grading/grade/grade.h"

namespace grader {

/// Sets status, line and points of @p step for a build with @p speedup, which counts with the speedup @p counts: it passes, or it is too
/// close to call.
void judge_on_unknown_gpu(Step& step, const Speedup& speedup, double counts);

} // namespace grader
