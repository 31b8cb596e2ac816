#pragma once

/// @file
/// How many verdicts on speed were of which kind, and what that says of the rate.

#include <cstddef>

#include "grading/measure/statistics.h"

namespace grader {

/// Verdicts on builds of which it is known what they reach.
struct VerdictCount {
    std::size_t verdicts = 0; ///< of all kinds
    std::size_t above = 0;    ///< passed
    std::size_t close = 0;    ///< too close to call, which counts as passed
    std::size_t below = 0;    ///< failed

    /// One more.
    void add(ThresholdSide where);
    /// All of @p more.
    VerdictCount& operator+=(const VerdictCount& more);
};

/// The highest rate of fails that @p fails of @p verdicts do not rule out at 95 % confidence: the upper end of
/// Clopper and Pearson's interval, one-sided. 1 where there are no verdicts.
double fail_rate_bound(std::size_t fails, std::size_t verdicts);

} // namespace grader
