#pragma once

/// @file
/// The thresholds that hold on the device at hand, where those in use were measured on another one.
///
/// A speedup depends on the baseline, and the baseline depends on more than the kind of GPU: of two H100s, the one whose L2 spreads a
/// column's addresses better runs lab 01's baseline 15 % faster, and every speedup there is 15 % smaller. The share of the device's own
/// limit, measured in the same run, is the same on both. So a threshold is never more than the same share of this device's limit.

#include "course/threshold.h"

namespace grader {

/// @p threshold, measured where a program at the limit reaches `threshold.limit` times the baseline, as the same shares of the limit on a
/// device where such a program reaches @p limit times. As it is where one of the two is unknown (0).
Threshold scale_to_limit(const Threshold& threshold, double limit);

/// The thresholds of @p in_use on a device where a program at the limit reaches @p limit times the baseline: as they are, or at the same
/// shares of the limit where that asks for less. On the kind of GPU that they were measured on, differences of a few percent are those
/// of two measurements and change nothing. On an unknown GPU, `pass` lies halfway to `full`, by logarithms: a program that falls short on
/// the other GPU may well be closer to the limit here.
Threshold effective_threshold(const ThresholdsInUse& in_use, double limit);

} // namespace grader
