#pragma once

/// @file
/// Regrades: for each grade that replaced another, the grade that counted before and the one that counts now.
/// The journal keeps every grade, so regrades can be listed at any time.

#include <map>
#include <string>
#include <vector>

#include "classroom/run/class_folder.h"
#include "classroom/run/grade_difference.h"
#include "classroom/run/run_status.h"

namespace grader {

/// Reason for a regrade.
enum class RegradeCause {
    asked_for,              ///< requested with `--fresh`
    lab_changed,            ///< the lab, or the toolchain that builds and runs it, has changed
    files_may_have_changed, ///< as lab_changed, or the student's files changed: the journal does not record
                            ///< which files the earlier grade was made from
    gpu_changed,            ///< it was timed on a GPU whose times no longer count
};

/// The parts of one of the two grades that can differ.
struct GradeSummary {
    int run = 0;                           ///< the run that made it
    Verdict verdict = Verdict::not_graded; ///< its verdict
    double score = 0;                      ///< points earned
    double max_score = 0;                  ///< maximum points
};

/// A grade that replaced an earlier one of the same files.
struct Regrade {
    std::string student;                            ///< id of the student in reports
    std::string lab;                                ///< id of the lab
    int number = 1;                                 ///< which of the student's submissions for this lab, from
                                                    ///< 1
    RegradeCause cause = RegradeCause::lab_changed; ///< reason for the regrade
    GradeSummary then;                              ///< the grade that counted before
    GradeSummary now;                               ///< the grade that counts now
    GradeDifference difference;                     ///< between the two
};

/// Returns the grades of @p run_status that replaced others in the class @p folder; if @p of_run is not 0,
/// only those that this run made. Grades with another verdict come first, then those whose score changed
/// most; ties are in the order of the plan. Reads the journal's heads once, and keeps at most two grades in
/// memory at a time. Throws EnvironmentError.
std::vector<Regrade> find_regrades(const ClassFolder& folder, const RunStatus& run_status, int of_run = 0);

/// Who started a run, and why.
struct RunOrigin {
    std::string by;     ///< RunPlan::by
    std::string reason; ///< RunPlan::reason; may be empty
    double made = 0;    ///< RunPlan::made
};

/// Returns who started the runs that made @p regrades, by run number. Throws EnvironmentError if a plan
/// cannot be read.
std::map<int, RunOrigin> run_origins(const ClassFolder& folder, const std::vector<Regrade>& regrades);

} // namespace grader
