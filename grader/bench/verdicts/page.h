#pragma once

/// @file
/// What the grader's rule makes of recorded times: how often it wrongs who reaches a threshold, and how often it sees who
/// does not.

#include <cstddef>
#include <string>
#include <vector>

#include "measure/statistics.h"
#include "record.h"

namespace grader::verdicts {

/// How many verdicts were of which kind.
struct Count {
    std::size_t verdicts = 0; ///< of all kinds
    std::size_t above = 0;    ///< passed
    std::size_t close = 0;    ///< too close to call, which counts as passed
    std::size_t below = 0;    ///< failed

    /// One more.
    void add(Call where);
};

/// The middle of what the rounds of @p trials reach.
double reached(const std::vector<Trial>& trials);

/// The verdicts on @p trials against @p threshold. One that came to no times is a fail.
Count verdicts_on(const std::vector<Trial>& trials, double threshold);

/// The verdicts against @p threshold on @p number measurements whose rounds are drawn from all of @p trials, the first
/// from first ones and so on, the same each time.
Count drawn_verdicts(const std::vector<Trial>& trials, double threshold, std::size_t number);

/// From how many verdicts without a single fail on, the rate of fails is so low, at 95 % confidence.
double highest_rate(std::size_t verdicts_without_a_fail);

/// What @p trial came to, in a few words.
std::string in_words(const Trial& trial);

/// The page. Throws EnvironmentError where there are no trials.
std::string page(const std::vector<Trial>& trials);

} // namespace grader::verdicts
