#pragma once

/// @file
/// Runs of a class on Slurm, started from the command line.

#include <functional>
#include <memory>

#include "classroom/commands/run_reports.h"
#include "classroom/run/class_folder.h"
#include "classroom/run/run_status.h"
#include "grading/command_line/context.h"

namespace grader {

/// Returns the last run of the class in @p folder if Slurm still has unfinished tasks of it: a second run
/// would grade the same submissions again. Null if there are none. Throws EnvironmentError if Slurm does not
/// answer.
std::unique_ptr<RunStatus> run_on_slurm(const ClassFolder& folder);

/// Drives @p run_status until no job is left. Calls @p changed as run_locally() does. Throws Interrupted,
/// also if the jobs are cancelled on Slurm.
void drive_until_finished(const ClassFolder& folder, RunStatus& run_status, RunReports& reports,
                          const std::function<bool()>& changed);

/// Submits a Slurm job that drives the run and writes the reports of @p options, and prints how to follow it.
void submit_driver_job(const ClassFolder& folder, const RunStatus& run_status, const ReportOptions& options);

} // namespace grader
