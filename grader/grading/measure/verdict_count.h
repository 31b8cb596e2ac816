#pragma once

/// @file
/// Counts of verdicts on speed by kind, and the rate that they imply.

#include <cstddef>

#include "grading/measure/statistics.h"

namespace grader {

/// Verdicts on builds whose speed is known.
struct VerdictCount {
    std::size_t verdicts = 0; ///< all verdicts
    std::size_t above = 0;    ///< passed
    std::size_t close = 0;    ///< too close to call, which counts as passed
    std::size_t below = 0;    ///< failed

    /// Adds one verdict.
    void add(ThresholdSide where);
    /// Adds all verdicts of @p more.
    VerdictCount& operator+=(const VerdictCount& more);
};

/// Returns the highest rate of fails that @p fails of @p verdicts do not rule out at 95 % confidence: the
/// upper end of the one-sided Clopper-Pearson interval. 1 without verdicts.
double fail_rate_bound(std::size_t fails, std::size_t verdicts);

} // namespace grader
