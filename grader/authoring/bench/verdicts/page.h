#pragma once

/// @file
/// What the grader's rule makes of recorded times: how often it wrongs who reaches a threshold, and how often it sees who
/// does not.

#include <cstddef>
#include <string>
#include <vector>

#include "grading/measure/verdict_count.h"
#include "record.h"

namespace grader::verdicts {

/// The middle of what the rounds of @p trials reach.
double median_speedup(const std::vector<SpeedMeasurement>& measurements);

/// The verdicts on @p trials against @p threshold. One that came to no times is a fail.
VerdictCount verdicts_on(const std::vector<SpeedMeasurement>& measurements, double threshold);

/// The verdicts against @p threshold on @p number measurements whose rounds are drawn from all of @p trials, the first
/// from first ones and so on, the same each time.
VerdictCount resampled_verdicts(const std::vector<SpeedMeasurement>& measurements, double threshold,
                                std::size_t number);

/// What @p trial came to, in a few words.
std::string in_words(const SpeedMeasurement& measurement);

/// The page. Throws EnvironmentError where there are no trials.
std::string page(const std::vector<SpeedMeasurement>& measurements);

} // namespace grader::verdicts
