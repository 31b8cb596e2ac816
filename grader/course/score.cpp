#include "course/score.h"

#include <algorithm>
#include <cmath>

namespace grader {

double speed_points(double speedup, const Threshold& threshold, double max_points) {
    const double start = std::max(ramp_start, threshold.known);
    // Negated, so that a speedup which is not a number earns nothing.
    if (!(speedup > start)) return 0;
    if (speedup >= threshold.full) return max_points;
    return max_points * std::log(speedup / start) / std::log(threshold.full / start);
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
