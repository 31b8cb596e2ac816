#include "grading/measure/verdict.h"

#include <algorithm>

namespace grader {
namespace {

/// Upper bound on the spread of the baseline that excuses a fail.
constexpr double max_baseline_spread = 0.05;

Interval ratio_of(const std::vector<Pair>& pairs) {
    std::vector<double> ratios;
    for (const Pair& pair : pairs) ratios.push_back(pair.ratio());
    return median_interval(ratios);
}

double baseline_spread_of(const std::vector<Round>& rounds) {
    std::vector<double> medians;
    for (const Round& round : rounds) {
        std::vector<double> times;
        for (const Pair& pair : round.pairs) times.push_back(pair.baseline_ms);
        medians.push_back(median(times));
    }
    const auto [fastest, slowest] = std::minmax_element(medians.begin(), medians.end());
    return *slowest / *fastest - 1;
}

} // namespace

Interval Round::ratio() const { return ratio_of(pairs); }

std::vector<Pair> pairs_of(const std::vector<Round>& rounds) {
    std::vector<Pair> pairs;
    for (const Round& round : rounds) pairs.insert(pairs.end(), round.pairs.begin(), round.pairs.end());
    return pairs;
}

SpeedVerdict judge(const std::vector<Round>& rounds, double threshold) {
    SpeedVerdict verdict;
    verdict.ratio = ratio_of(pairs_of(rounds));
    verdict.baseline_spread = baseline_spread_of(rounds);
    verdict.where = compare_to_threshold(verdict.ratio, threshold);
    if (verdict.where != ThresholdSide::below) return verdict;
    const double doubt = 1 + std::min(verdict.baseline_spread, max_baseline_spread);
    const bool each = std::all_of(rounds.begin(), rounds.end(), [&](const Round& round) {
        return !(round.ratio().median * doubt >= threshold); // NaN does not excuse a fail
    });
    if (!each) verdict.where = ThresholdSide::straddles;
    return verdict;
}

} // namespace grader
