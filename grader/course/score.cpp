#include "course/score.h"

#include <algorithm>
#include <cmath>

namespace grader {

double speed_points(double speedup, double full, double max_points) {
    // Negated, so that a speedup which is not a number earns nothing.
    if (!(speedup > ramp_start)) return 0;
    if (speedup >= full) return max_points;
    return max_points * std::log(speedup / ramp_start) / std::log(full / ramp_start);
}

std::vector<ScoreRow> score_table(double pass, double full, double max_points) {
    std::vector<double> speedups = {pass, full};
    for (double doubling = 1; doubling < full; doubling *= 2)
        for (const double speedup : {doubling, 1.5 * doubling})
            if (speedup < full) speedups.push_back(speedup);

    std::sort(speedups.begin(), speedups.end());
    speedups.erase(std::unique(speedups.begin(), speedups.end()), speedups.end());

    std::vector<ScoreRow> rows;
    rows.reserve(speedups.size());
    for (const double speedup : speedups) rows.push_back({speedup, speed_points(speedup, full, max_points)});
    return rows;
}

} // namespace grader
