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

/// A question that the record answers: trials of one build, held against `share` of its own speedup.
struct Question {
    std::string build; ///< "baseline" or "solution"
    double share =
        1; ///< the threshold: 0.97 lies 3 % below what the build reaches, 1/0.9 makes it a tenth too slow
};

/// The verdicts on @p trials of one build and lab, each held against @p share of what all of them reach together.
Count verdicts_on(const std::vector<Trial>& trials, double share);

/// The verdicts on @p number measurements whose rounds are drawn from all of @p trials, the same each time.
Count drawn_verdicts(const std::vector<Trial>& trials, double share, std::size_t number);

/// From how many verdicts without a single fail on, the rate of fails is so low, at 95 % confidence.
double highest_rate(std::size_t verdicts_without_a_fail);

/// The page.
std::string page(const std::vector<Trial>& trials);

} // namespace grader::verdicts
