#pragma once

/// @file
/// Ratios of times and what may be said of them.

#include <span>
#include <string>
#include <vector>

#include "grading/backend/clock_source.h"

namespace grader {

/// Times of one pair, measured right after each other.
struct Pair {
    double baseline_ms = 0;           ///< one call, caches cold
    double student_ms = 0;            ///< one call, right before the baseline's or right after
    ClockReading baseline_clock = {}; ///< right after the baseline's call
    ClockReading student_clock = {};  ///< right after the student's

    /// The speedup that this pair speaks for.
    [[nodiscard]] double ratio() const { return baseline_ms / student_ms; }
};

/// A median with a confidence interval.
struct Interval {
    double median = 0; ///< of the sample
    double low = 0;    ///< lower end, itself one of the sample
    double high = 0;   ///< upper end, likewise
};

/// The middle of @p values. Throws std::invalid_argument when there are none, or one is not a number.
double median(std::vector<double> values);

/// A distribution-free confidence interval for the median: two order statistics, chosen so that the binomial
/// probability of the true median outside them is at most 1 - @p confidence. With too few values for that,
/// the extremes.
Interval median_interval(std::vector<double> values, double confidence = 0.99);

/// Where an interval lies against a threshold.
enum class ThresholdSide { above, below, straddles };

/// @p interval against @p threshold.
ThresholdSide compare_to_threshold(const Interval& interval, double threshold);

} // namespace grader
