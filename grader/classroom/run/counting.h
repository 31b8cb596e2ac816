#pragma once

/// @file
/// Which of a student's hand-ins for a lab counts, and with how many points.

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "classroom/run/rules.h"
#include "classroom/run/run_status.h"
#include "grading/grade/grade.h"

namespace grader {

/// How far a hand-in has got.
enum class AttemptState {
    not_yet, ///< it waits, or somebody is at it
    yes,     ///< there is a grade
    never,   ///< the machine failed too often
};

/// One hand-in of a student for a lab, as far as counting goes.
struct Attempt {
    int number = 1;                              ///< which of the student's for this lab: 1, 2, ...
    AttemptState graded = AttemptState::not_yet; ///< how far it is
    double score = 0; ///< of one that is graded: after what being late takes; only `best` asks
};

/// Which of several attempts counts.
struct ChosenAttempt {
    std::size_t index = 0; ///< in the list of attempts
    bool settled = false;  ///< whether no attempt that is still to be graded can change that
};

/// The one of @p attempts, which are not empty, that counts. `last`: the one of the highest number, however far it is. `best`: of
/// those graded the one with the highest score, and of several the earliest; where none is graded, the last one.
ChosenAttempt choose_attempt(const std::vector<Attempt>& attempts, AttemptPolicy which);

/// The job of a student and lab that counts.
struct CountedJob {
    std::size_t job = 0;                 ///< its place in the plan
    bool settled = false;                ///< Choice::settled
    std::optional<LabGrade> grade;       ///< as it was graded; none: there is no grade
    std::optional<AdjustedScore> counts; ///< LabGrade::counts
};

/// What counts by @p rules of the jobs of @p standing at @p places, which are all of one student and lab, and at least one.
CountedJob counted_job(const RunStatus& run_status, const std::vector<std::size_t>& places,
                       const ClassRules& rules);

/// By student and lab: the jobs of @p standing that count by @p rules.
std::map<std::pair<std::string, std::string>, CountedJob> counted_jobs(const RunStatus& run_status,
                                                                       const ClassRules& rules);

} // namespace grader
