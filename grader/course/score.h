#pragma once

/// @file
/// The published curve from speedup to points.

#include <vector>

#include "course/manifest.h"

namespace grader {

/// The speedup at which the ramp leaves zero. Slightly above the baseline, because measuring the same program
/// twice differs by a fraction of a percent, and nobody should be paid for that.
inline constexpr double ramp_start = 1.02;

/// Points for @p speedup: 0 up to the threshold's `known`, and to ramp_start in any case, @p max_points from `full` on,
/// logarithmic and continuous between, so that each doubling earns the same.
double speed_points(double speedup, const Threshold& threshold, double max_points);

/// One row of the table that a hand-out prints.
struct ScoreRow {
    double speedup = 0; ///< over the baseline
    double points = 0;  ///< what it earns
};

/// Rows for the threshold's `known`, `pass` and `full`, and between for speedups 1, 1.5, 2, 3, 4, 6, 8 ...
std::vector<ScoreRow> score_table(const Threshold& threshold, double max_points);

} // namespace grader
