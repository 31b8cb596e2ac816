#pragma once

/// @file
/// What a student is given back: of one lab, what was handed in, what counts, and the last grade in full.

#include <string>

#include "classroom/run/rules.h"
#include "classroom/run/run_status.h"
#include "classroom/submissions/submission_store.h"
#include "course/course.h"

namespace grader {

/// What became of job number @p job: "60 of 100, not passed"; or how far it is.
std::string job_status_text(const RunStatus& run_status, std::size_t job);

/// What @p student reads about all of theirs among @p hand_ins for @p lab, graded so far as @p standing says and counted by @p rules.
/// @p held_back is why one that had no turn yet waits; empty: it only waits for the one before. Nothing in the text can reach a
/// terminal as a command.
std::string student_report(const std::string& student, const Lab& lab,
                           const SubmissionStore& submission_store, const RunStatus& run_status,
                           const ClassRules& rules, const std::string& deferral);

} // namespace grader
