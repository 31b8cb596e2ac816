#pragma once

/// @file
/// How late a hand-in is, and what that leaves of its score.

#include <string>

#include "classroom/run/rules.h"

namespace grader {

/// What the deadline of a lab does to one hand-in.
struct Lateness {
    double late_s = 0; ///< how long after the deadline, in seconds; 0: in time
    double left = 100; ///< per cent of the score that count
    std::string note;  ///< for people: `1 day 2 h late: 20 % off`; empty where it is in time

    /// What counts of @p score.
    [[nodiscard]] double of(double score) const { return score * left / 100; }
};

/// What @p rules make of what @p student handed in at @p handed_in, in seconds of 1970, for the lab with the id @p lab. What comes
/// within the very second of the deadline is in time, and so is what comes within that of the grace's end.
Lateness lateness_of(const ClassRules& rules, const std::string& student, const std::string& lab,
                     double handed_in);

} // namespace grader
