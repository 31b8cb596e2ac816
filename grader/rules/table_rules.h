#pragma once

/// @file
/// Rules about numbers: the tables that are made from manifests and results, and the thresholds that students
/// are held to.

#include <map>
#include <string>

#include "course/course.h"
#include "results/results.h"
#include "rules/rule.h"

namespace grader {

/// Checks that the generated tables of @p lab's texts are current, and its thresholds against what its
/// solution was measured to reach.
/// @param results as all_results() has them
/// @param fix writes a table that is not current into its file
void check_tables(const Course& course, const Lab& lab, const std::map<std::string, Results>& results,
                  bool fix, CheckReport& report);

/// Checks the generated tables of the course's README.
void check_tables(const Course& course, const std::map<std::string, Results>& results, bool fix,
                  CheckReport& report);

} // namespace grader
