#pragma once

/// @file
/// Rules on partial credit: each completed task raises the score.

#include <map>
#include <string>
#include <vector>

#include "authoring/records/tasks/record.h"
#include "authoring/rules/rule.h"
#include "course/course.h"

namespace grader {

/// Scores after each task, and the recorded ones.
struct TaskScores {
    std::vector<tasks::AfterTask> now;                       ///< after no task, after the first and so on
    const std::vector<tasks::AfterTask>* recorded = nullptr; ///< those of docs/results/tasks; null: none
    bool timed = false;                                      ///< whether the speed was measured
};

/// Returns violations of the rule that no task lowers the score, in what @p record has of @p lab, on the
/// simulator and on each GPU.
Findings scores_never_fall(const Lab& lab, const tasks::TaskRecord& record);

/// Returns violations of the rules on @p scores of @p lab: the skeleton earns nothing, everything is correct
/// after the first task, each later task earns some points, none loses points, and the record is current.
Findings each_task_raises_the_score(const Lab& lab, const TaskScores& scores);

} // namespace grader
