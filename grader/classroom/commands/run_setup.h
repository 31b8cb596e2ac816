#pragma once

/// @file
/// Setup of a class's run: its lock, its grading configuration, and its workers.

#include <string>
#include <vector>

#include "classroom/commands/gpus.h"
#include "classroom/run/class_folder.h"
#include "classroom/run/local_run.h"
#include "classroom/run/run_plan.h"
#include "grading/command_line/context.h"

namespace grader {

/// Takes the lock of the class in @p folder for this process. If another process holds it, prints which, and
/// waits if @p waits; otherwise returns a lock that is not held. Throws Interrupted.
ClassLock lock_of_class(Context& context, const ClassFolder& folder, bool waits);

/// Configuration of a run on this machine.
struct RunSetup {
    RunRequest request;     ///< input of the plan
    WorkerPool worker_pool; ///< workers of a run on this machine
};

/// Resolves @p options and those of @p context for this machine. Throws UsageError, and EnvironmentError if
/// no lab can be graded.
RunSetup set_up_run(Context& context, const GradingOptions& options);

} // namespace grader
