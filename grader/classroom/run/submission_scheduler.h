#pragma once

/// @file
/// Whose hand-in is graded next, so that nobody takes the others' time.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "classroom/run/rules.h"
#include "classroom/run/run_status.h"
#include "classroom/submissions/submission_store.h"

namespace grader {

/// Hands out turns. A student has one hand-in of a lab under way at a time. Where the last one counts, those in between are never
/// graded; where the best one does, each has its turn.
class SubmissionScheduler {
public:
    /// By @p rules.
    explicit SubmissionScheduler(const AttemptRules& rules) : rules_(rules) {}

    /// Those of @p hand_ins whose turn it is at @p now, seconds of 1970, and which @p standing does not have yet; in the order
    /// in which they were handed in. Those of a lab that the run is not about have none.
    [[nodiscard]] std::vector<const LabSubmission*> next(const SubmissionStore& submission_store,
                                                         const RunStatus& run_status, double now);
    /// By student and lab: why the next hand-in waits for another day, as a sentence. As of the last call of next().
    [[nodiscard]] const std::map<std::pair<std::string, std::string>, std::string>& deferrals() const {
        return deferrals_;
    }

private:
    AttemptRules rules_;
    std::map<std::pair<std::string, std::string>, std::string> deferrals_;
};

} // namespace grader
