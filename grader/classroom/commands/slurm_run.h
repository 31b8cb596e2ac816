#pragma once

/// @file
/// A class's run on Slurm, from a command line.

#include <functional>
#include <memory>

#include "classroom/commands/run_reports.h"
#include "classroom/run/class_folder.h"
#include "classroom/run/run_status.h"
#include "grading/command_line/context.h"

namespace grader {

/// The last run of the class in @p folder, where tasks of it are still under way on Slurm: another run would grade the same
/// once more. Null where there is none. Throws EnvironmentError where Slurm does not answer.
std::unique_ptr<RunStatus> run_on_slurm(const ClassFolder& folder);

/// Steers the run @p standing until nothing is left of it. Calls @p changed as run_locally() does. Throws Interrupted, also where somebody cancels the jobs.
void drive_until_finished(const ClassFolder& folder, RunStatus& run_status, RunReports& reports,
                          const std::function<bool()>& changed);

/// Has a job of Slurm do that and write the reports of @p options, and says how to look at it.
void submit_driver_job(const ClassFolder& folder, const RunStatus& run_status, const ReportOptions& options);

} // namespace grader
