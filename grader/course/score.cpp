#include "course/score.h"

#include <algorithm>
#include <cmath>

namespace grader {

namespace {

/// Returns the logarithmic position of @p speedup, from 0 at @p from to 1 at @p to. A speedup of @p to counts
/// as 1 even if @p to does not exceed @p from.
double log_position(double from, double to, double speedup) {
    if (speedup >= to) return 1;
    // Negated, so that NaN earns no points.
    if (!(speedup > from)) return 0;
    return std::log(speedup / from) / std::log(to / from);
}

} // namespace

double speed_points(double speedup, const Threshold& threshold, double max_points) {
    return max_points * log_position(threshold.known, threshold.full, speedup);
}

std::vector<ScoreRow> score_table(const Threshold& threshold, double max_points) {
    std::vector<double> speedups = {threshold.known, threshold.pass, threshold.full};
    for (double doubling = 1; doubling < threshold.full; doubling *= 2)
        for (const double speedup : {doubling, 1.5 * doubling})
            if (speedup > threshold.known && speedup < threshold.full) speedups.push_back(speedup);

    std::sort(speedups.begin(), speedups.end());
    speedups.erase(std::unique(speedups.begin(), speedups.end()), speedups.end());

    std::vector<ScoreRow> rows;
    rows.reserve(speedups.size());
    for (const double speedup : speedups)
        rows.push_back({speedup, speed_points(speedup, threshold, max_points)});
    return rows;
}

} // namespace grader
