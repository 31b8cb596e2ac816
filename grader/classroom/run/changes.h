#pragma once

/// @file
/// Grades that were made again: for each, the grade that counted before and the one that counts. The journal keeps every grade, so this
/// can be told at any time.

#include <map>
#include <string>
#include <vector>

#include "classroom/run/class_folder.h"
#include "classroom/run/grade_difference.h"
#include "classroom/run/run_status.h"

namespace grader {

/// Why a grade was made again.
enum class RegradeCause {
    asked_for,   ///< by `--fresh`
    lab_changed, ///< the lab, or what builds and runs it, is not what it was
    files_may_have_changed, ///< that, or the student's files: the journal does not tell of which files the earlier grade was
    gpu_changed, ///< it was timed on a GPU whose times do not count any more
};

/// One of the two grades, without what they have in common.
struct GradeSummary {
    int run = 0;                           ///< in which it was made
    Verdict verdict = Verdict::not_graded; ///< what it came to
    double score = 0;                      ///< earned
    double max_score = 0;                  ///< what could be earned
};

/// A grade that took the place of an earlier one of the same files.
struct Regrade {
    std::string student;                            ///< of reports
    std::string lab;                                ///< its id
    int number = 1;                                 ///< which of the student's hand-ins for this lab
    RegradeCause cause = RegradeCause::lab_changed; ///< why it was made
    GradeSummary then;                              ///< what counted before
    GradeSummary now;                               ///< what counts
    GradeDifference difference;                     ///< between them
};

/// The grades of @p standing that took the place of others; with an @p of_run that is not 0, only those that this run made. First
/// those with another verdict, then those whose score moved most; among equals in the order of the plan. Of the class in @p folder. The
/// journal is read once for its heads, and no more than two grades at a time are in memory. Throws EnvironmentError.
std::vector<Regrade> find_regrades(const ClassFolder& folder, const RunStatus& run_status, int of_run = 0);

/// Who asked for a run, and why.
struct RunOrigin {
    std::string by;     ///< RunPlan::by
    std::string reason; ///< RunPlan::reason; may be empty
    double made = 0;    ///< RunPlan::made
};

/// Who asked for the runs that made @p regrades, by their numbers. Throws EnvironmentError where a plan cannot be read.
std::map<int, RunOrigin> run_origins(const ClassFolder& folder, const std::vector<Regrade>& regrades);

} // namespace grader
