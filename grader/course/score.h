#pragma once

/// @file
/// The published curve from speedup to points.

#include <vector>

#include "course/threshold.h"

namespace grader {

/// Returns the points for @p speedup: 0 up to the threshold's `known`, @p max_points from `full` on,
/// logarithmic and continuous in between, so that each doubling earns the same.
double speed_points(double speedup, const Threshold& threshold, double max_points);

/// One row of the table in a hand-out.
struct ScoreRow {
    double speedup = 0; ///< speedup over the baseline
    double points = 0;  ///< points for this speedup
};

/// Returns rows for the threshold's `known`, `pass` and `full`, and in between for speedups 1, 1.5, 2, 3, 4,
/// 6, 8 ...
std::vector<ScoreRow> score_table(const Threshold& threshold, double max_points);

} // namespace grader
