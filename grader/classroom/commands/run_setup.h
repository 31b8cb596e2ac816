#pragma once

/// @file
/// What a run of a class begins with: whose it is, on what it grades, and by whom.

#include <string>
#include <vector>

#include "classroom/commands/gpus.h"
#include "classroom/run/class_folder.h"
#include "classroom/run/local_run.h"
#include "classroom/run/run_plan.h"
#include "grading/command_line/context.h"

namespace grader {

/// The lock of the class in @p folder, for this process. Where another one has it, says so, and waits if @p waits; else it is not
/// held. Throws Interrupted.
ClassLock lock_of_class(Context& context, const ClassFolder& folder, bool waits);

/// What jobs are done with.
struct RunSetup {
    RunRequest request;     ///< for the plan
    WorkerPool worker_pool; ///< for a run on this machine
};

/// Resolves @p options and those of @p context for this machine. Throws UsageError, and EnvironmentError where no lab can be graded.
RunSetup set_up_run(Context& context, const GradingOptions& options);

} // namespace grader
