#pragma once

/// @file
/// Which of a lab's hints help with a failure, and in which order.

#include <cstddef>
#include <string>
#include <vector>

#include "course/manifest.h"
#include "course/regions.h"

namespace grader {

/// Places in Manifest::hints.
using HintIndices = std::vector<std::size_t>;

/// The task that @p text is about, or the last of several: what it begins with, as in "TODO(3)", "Task 3" or
/// "Tasks 3 and 4", and each "TODO(3):" in it. 0 where it is about none.
int task_of_hint(const std::string& text);

/// The task that a failure of @p step is likely to be about. A step about results fails for what was written last in
/// @p source, where all that was handed out is right. The other steps fail for the first task without code; beyond all
/// where every one has some.
int current_task(const Manifest& manifest, const std::string& step, const RegionedSource& source);

/// The hints about exactly this failure: those for @p step whose `when` fits what it @p said. None is
/// about a later task than the one at hand.
HintIndices matching_hints(const Manifest& manifest, const std::string& step,
                           const std::vector<kernelsmith::Message>& failure_messages,
                           const RegionedSource& source);

/// Whether hints for this failure wait until a task before theirs has code in @p source: the number of that task, or 0.
int task_blocking_hints(const Manifest& manifest, const std::string& step,
                        const std::vector<kernelsmith::Message>& failure_messages,
                        const RegionedSource& source);

/// All hints for @p step that help now. First come matching_hints(), then those without a `when`: about the task at hand,
/// about the tasks before it, the last first, and last about none. Nobody is told of a later task.
HintIndices hints_for(const Manifest& manifest, const std::string& step,
                      const std::vector<kernelsmith::Message>& failure_messages,
                      const RegionedSource& source);

} // namespace grader
