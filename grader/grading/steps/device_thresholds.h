#pragma once

/// @file
/// The thresholds for the device in use, if those in use were measured on another one.
///
/// A speedup depends on the baseline, and the baseline depends on more than the kind of GPU: of two H100s,
/// the one whose L2 spreads a column's addresses better runs lab 01's baseline 15 % faster, and every speedup
/// there is 15 % smaller. The share of the device's own limit, measured in the same run, is the same on both.
/// So a threshold never exceeds the same share of this device's limit.

#include "course/threshold.h"

namespace grader {

/// Returns @p threshold, measured on a device on which a program at the limit reaches `threshold.limit` times
/// the baseline's speed, as the same shares of the limit on a device on which such a program reaches @p limit
/// times. Unchanged if one of the two is unknown (0).
Threshold scale_to_limit(const Threshold& threshold, double limit);

/// Returns the thresholds of @p in_use for a device on which a program at the limit reaches @p limit times
/// the baseline's speed: unchanged, or as the same shares of the limit if those are lower. Differences of a few
/// percent are measurement noise and change nothing.
Threshold effective_threshold(const ThresholdsInUse& in_use, double limit);

} // namespace grader
