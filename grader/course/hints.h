#pragma once

/// @file
/// Selects and orders the hints of a lab that help with a failure.

#include <cstddef>
#include <string>
#include <vector>

#include "course/manifest.h"
#include "course/regions.h"

namespace grader {

/// Indices into Manifest::hints.
using HintIndices = std::vector<std::size_t>;

/// Returns the task that @p text is about, or the last of several. Considers the beginning, as in "TODO(3)",
/// "Task 3" or "Tasks 3 and 4", and each "TODO(3):" in the text. Returns 0 if it is about no task.
int task_of_hint(const std::string& text);

/// Returns the task that a failure of @p step is probably about. If the whole starter code is right, a step
/// about results fails because of the code written last in @p source. The other steps fail because of the
/// first task without code; the result is larger than all task numbers if every task has code.
int current_task(const Manifest& manifest, const std::string& step, const RegionedSource& source);

/// Returns the hints about exactly this failure: those for @p step whose `when` matches @p failure_messages.
/// None of them is about a later task than the current one.
HintIndices matching_hints(const Manifest& manifest, const std::string& step,
                           const std::vector<kernelsmith::Message>& failure_messages,
                           const RegionedSource& source);

/// Returns the number of the task that must have code in @p source before the hints for this failure are
/// shown; 0 if no task blocks them.
int task_blocking_hints(const Manifest& manifest, const std::string& step,
                        const std::vector<kernelsmith::Message>& failure_messages,
                        const RegionedSource& source);

/// Returns all hints for @p step that help now. matching_hints() come first, then those without a `when`:
/// about the current task, about earlier tasks in descending order, and finally about no task. Hints about
/// later tasks are not returned.
HintIndices hints_for(const Manifest& manifest, const std::string& step,
                      const std::vector<kernelsmith::Message>& failure_messages,
                      const RegionedSource& source);

} // namespace grader
