#pragma once

/// @file
/// The step `fast` on a GPU that nobody has measured, where the thresholds of another one are all that there is.
///
/// Speedups do not carry over: a GPU that needs fewer bytes in flight makes the baseline faster and pays less for a lab's idea.
/// The share of the device's own limit carries over better, so it decides wherever a lab has a limit. It is a guess all the same. So a
/// build that falls short is too close to call, and earns less than half of the points.

#include "grade/grade.h"

namespace grader {

/// The thresholds of @p other, a GPU where a program at the limit reaches `other.limit` times the baseline, as the same shares of
/// the limit on a device where such a program reaches @p limit times. As they are where one of the two is unknown (0).
Threshold at_same_shares(const Threshold& other, double limit);

/// Points for the speedup @p counts of a build with @p speedup: the better of those for its share of the limit and those by the other
/// GPU's thresholds as they are.
double points_on_unknown_gpu(const Speedup& speedup, double counts, double max_points);

/// Sets the status and the line of @p step: passed, or too close to call.
void judge_on_unknown_gpu(Step& step, const Speedup& speedup);

} // namespace grader
