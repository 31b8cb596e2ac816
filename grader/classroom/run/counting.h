#pragma once

/// @file
/// Choice of the submission that counts for a student and lab, and its points.

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

/// State of a submission's grading.
enum class AttemptState {
    not_yet, ///< waiting or in progress
    yes,     ///< graded
    never,   ///< given up after too many infrastructure errors
};

/// One submission of a student for a lab, as input of choose_attempt().
struct Attempt {
    int number = 1;                              ///< which of the student's submissions for this lab: 1, 2,
                                                 ///< ...
    AttemptState graded = AttemptState::not_yet; ///< state of its grading
    double score = 0; ///< the score after the late penalty, if it is graded; used by `best` only
};

/// The attempt that counts.
struct ChosenAttempt {
    std::size_t index = 0; ///< index in the list of attempts
    bool settled = false;  ///< whether no attempt that is still to be graded can change the choice
};

/// Chooses the one of @p attempts that counts; there must be at least one. `last`: the one with the highest
/// number, whatever its state. `best`: the graded one with the highest score, the earliest one of several; if
/// none is graded, the last one.
ChosenAttempt choose_attempt(const std::vector<Attempt>& attempts, AttemptPolicy which);

/// The job that counts for a student and lab.
struct CountedJob {
    std::size_t job = 0;                 ///< index in the plan
    bool settled = false;                ///< ChosenAttempt::settled
    std::optional<LabGrade> grade;       ///< as graded; none: there is no grade yet
    std::optional<AdjustedScore> counts; ///< LabGrade::counts
};

/// Returns the job of @p run_status that counts by @p rules, out of those with the indices @p places. They
/// are all of one student and lab, and there is at least one.
CountedJob counted_job(const RunStatus& run_status, const std::vector<std::size_t>& places,
                       const ClassRules& rules);

/// Returns the jobs of @p run_status that count by @p rules, by student and lab.
std::map<std::pair<std::string, std::string>, CountedJob> counted_jobs(const RunStatus& run_status,
                                                                       const ClassRules& rules);

} // namespace grader
