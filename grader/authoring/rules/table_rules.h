#pragma once

/// @file
/// Rules on numbers: the tables and pages that are generated from manifests and records, and the
/// thresholds that students are graded by.

#include <map>
#include <string>

#include "authoring/rules/rule.h"
#include "course/course.h"
#include "grading/results/results.h"

namespace grader {

/// Checks that the generated tables of @p lab's texts are current, and its thresholds against the
/// measurements: of a calibration, or else of the ladder.
/// @param results from all_results()
/// @param fix writes an outdated table into its file
void check_tables(const Course& course, const Lab& lab, const std::map<std::string, Results>& results,
                  bool fix, CheckReport& report);

/// Checks the generated tables of the course's README, and the pages on calibrated thresholds and the
/// performance model.
void check_tables(const Course& course, const std::map<std::string, Results>& results, bool fix,
                  CheckReport& report);

} // namespace grader
