#pragma once

/// @file
/// Statistics of time ratios.

#include <span>
#include <string>
#include <vector>

#include "grading/backend/clock_source.h"

namespace grader {

/// The times of a paired measurement: two calls, one right after the other.
struct Pair {
    double baseline_ms = 0;           ///< one call with cold caches
    double student_ms = 0;            ///< one call with cold caches, right before the baseline's or right
                                      ///< after it
    ClockReading baseline_clock = {}; ///< clock rates right after the baseline's call
    ClockReading student_clock = {};  ///< clock rates right after the student's call

    /// Returns the speedup in this pair.
    [[nodiscard]] double ratio() const { return baseline_ms / student_ms; }
};

/// A median with a confidence interval.
struct Interval {
    double median = 0; ///< median of the sample
    double low = 0;    ///< lower end, an element of the sample
    double high = 0;   ///< upper end, an element of the sample
};

/// Returns the median of @p values. Throws std::invalid_argument if there are none, or if one is NaN.
double median(std::vector<double> values);

/// Returns a distribution-free confidence interval for the median: two order statistics, chosen so that the
/// binomial probability of the true median outside them is at most 1 - @p confidence. With too few values for
/// that, the extremes.
Interval median_interval(std::vector<double> values, double confidence = 0.99);

/// The position of an interval relative to a threshold.
enum class ThresholdSide { above, below, straddles };

/// Compares @p interval with @p threshold.
ThresholdSide compare_to_threshold(const Interval& interval, double threshold);

} // namespace grader
