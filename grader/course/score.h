#pragma once

/// @file
/// The published curve from speedup to points.

#include <vector>

namespace grader {

/// The speedup at which the ramp leaves zero. Slightly above the baseline, because measuring the same program
/// twice differs by a fraction of a percent, and nobody should be paid for that.
inline constexpr double ramp_start = 1.02;

/// Points for @p speedup: 0 up to ramp_start, @p max_points from @p full on, logarithmic and continuous
/// between, so that each doubling earns the same.
double speed_points(double speedup, double full, double max_points);

/// One row of the table that a hand-out prints.
struct ScoreRow {
    double speedup = 0; ///< over the baseline
    double points = 0;  ///< what it earns
};

/// Rows for speedups 1, 1.5, 2, 3, 4, 6, 8 ... below @p full, then @p full itself; and @p pass where it is
/// not among them.
std::vector<ScoreRow> score_table(double pass, double full, double max_points);

} // namespace grader
