#pragma once

/// @file
/// Report returned to a student: for one lab, the submissions, which one counts, and the last grade in full.

#include <string>

#include "classroom/run/rules.h"
#include "classroom/run/run_status.h"
#include "classroom/submissions/submission_store.h"
#include "course/course.h"

namespace grader {

/// Describes the result of job number @p job: "60 of 100, not passed"; or its state.
std::string job_status_text(const RunStatus& run_status, std::size_t job);

/// Renders what @p student reads about their submissions for @p lab in @p submission_store, with the
/// grades of @p run_status, counted by @p rules. @p deferral is why a submission that is not planned yet
/// waits; empty: it only waits for the previous one. Control characters are escaped.
std::string student_report(const std::string& student, const Lab& lab,
                           const SubmissionStore& submission_store, const RunStatus& run_status,
                           const ClassRules& rules, const std::string& deferral);

} // namespace grader
