#pragma once

/// @file
/// Lateness of a submission and the resulting penalty.

#include <string>

#include "classroom/run/rules.h"

namespace grader {

/// Effect of a lab's deadline on one submission.
struct Lateness {
    double late_s = 0; ///< seconds after the deadline; 0: in time
    double left = 100; ///< percent of the score that count
    std::string note;  ///< note to people: `1 day 2 h late: 20 % off`; empty if in time

    /// Returns the part of @p score that counts.
    [[nodiscard]] double of(double score) const { return score * left / 100; }
};

/// Applies @p rules to what @p student submitted at @p handed_in, in seconds since 1970, for the lab with the
/// id @p lab. The whole second of the deadline is in time, and so is the whole second in which the grace
/// period ends.
Lateness lateness_of(const ClassRules& rules, const std::string& student, const std::string& lab,
                     double handed_in);

} // namespace grader
