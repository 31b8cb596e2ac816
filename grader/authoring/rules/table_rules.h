#pragma once

/// @file
/// Rules about numbers: the tables and pages that are made from manifests and records, and the thresholds that students
/// are held to.

#include <map>
#include <string>

#include "authoring/rules/rule.h"
#include "course/course.h"
#include "grading/results/results.h"

namespace grader {

/// Checks that the generated tables of @p lab's texts are current, and its thresholds against what was measured: by a
/// calibration, or else by the ladder.
/// @param results as all_results() has them
/// @param fix writes a table that is not current into its file
void check_tables(const Course& course, const Lab& lab, const std::map<std::string, Results>& results,
                  bool fix, CheckReport& report);

/// Checks the generated tables of the course's README, and what is written about calibrated thresholds and the performance model.
void check_tables(const Course& course, const std::map<std::string, Results>& results, bool fix,
                  CheckReport& report);

} // namespace grader
