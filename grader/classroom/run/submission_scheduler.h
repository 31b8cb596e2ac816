#pragma once

/// @file
/// Fair scheduling: which submission is graded next, so that no student takes the other students' share.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "classroom/run/rules.h"
#include "classroom/run/run_status.h"
#include "classroom/submissions/submission_store.h"

namespace grader {

/// Schedules submissions. Each student has at most one submission per lab in progress. If the last submission
/// counts, intermediate ones are never graded; if the best one counts, each is graded in turn.
class SubmissionScheduler {
public:
    /// Schedules by @p rules.
    explicit SubmissionScheduler(const AttemptRules& rules) : rules_(rules) {}

    /// Returns the submissions of @p submission_store that are due at @p now, in seconds since 1970, and not
    /// in @p run_status yet, in order of submission. Skips labs that are not part of the run.
    [[nodiscard]] std::vector<const LabSubmission*> next(const SubmissionStore& submission_store,
                                                         const RunStatus& run_status, double now);
    /// Reasons, by student and lab, why the next submission waits for another day, as a sentence. As of the
    /// last call of next().
    [[nodiscard]] const std::map<std::pair<std::string, std::string>, std::string>& deferrals() const {
        return deferrals_;
    }

private:
    AttemptRules rules_;
    std::map<std::pair<std::string, std::string>, std::string> deferrals_;
};

} // namespace grader
