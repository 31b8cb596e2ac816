#pragma once

/// @file
/// Rules about what a student earns on the way: each task is answered by the score.

#include <map>
#include <string>
#include <vector>

#include "authoring/records/tasks/record.h"
#include "authoring/rules/rule.h"
#include "course/course.h"

namespace grader {

/// Where the scores after each task are from, and what was recorded there.
struct TaskScores {
    std::vector<tasks::AfterTask> now;                       ///< after no task, after the first and so on
    const std::vector<tasks::AfterTask>* recorded = nullptr; ///< those of docs/results/tasks; null: none
    bool timed = false;                                      ///< whether a clock measured the speed
};

/// What breaks the rule that no task takes points away, in what @p record has of @p lab, on the simulator and on each GPU.
Findings scores_never_fall(const Lab& lab, const tasks::TaskRecord& record);

/// What breaks the rules in @p scores of @p lab: nothing for the skeleton, everything right after the first task, each
/// later one worth some points, none taken away, and the record as it is now.
Findings each_task_raises_the_score(const Lab& lab, const TaskScores& scores);

} // namespace grader
