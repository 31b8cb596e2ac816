#pragma once

/// @file
/// Error rates of the grader's verdict rule on recorded times: how often it fails a build that reaches a
/// threshold, and how often it detects one that does not.

#include <cstddef>
#include <string>
#include <vector>

#include "grading/measure/verdict_count.h"
#include "record.h"

namespace grader::verdicts {

/// Returns the median speedup of all rounds of @p measurements.
double median_speedup(const std::vector<SpeedMeasurement>& measurements);

/// Counts the verdicts on @p measurements against @p threshold. A measurement without times counts as a fail.
VerdictCount verdicts_on(const std::vector<SpeedMeasurement>& measurements, double threshold);

/// Counts the verdicts against @p threshold on @p number measurements that are resampled from @p measurements
/// (bootstrap): each round is drawn from the rounds of the same index. Deterministic.
VerdictCount resampled_verdicts(const std::vector<SpeedMeasurement>& measurements, double threshold,
                                std::size_t number);

/// Describes the result of @p measurement in a few words.
std::string in_words(const SpeedMeasurement& measurement);

/// Renders the page. Throws EnvironmentError if there are no measurements.
std::string page(const std::vector<SpeedMeasurement>& measurements);

} // namespace grader::verdicts
