#pragma once

/// @file
/// The tasks whose idea a program can lack and still have full marks, as scripts/measure-shortcuts found.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace grader::tasks {

/// Ids of tasks by the number of the lab, "04".
using AvoidableTasks = std::map<std::string, std::vector<std::string>>;

/// Reads docs/results/shortcuts/full_marks.tsv under @p root; empty if there is none. Throws EnvironmentError
/// if a line has fewer than two columns.
AvoidableTasks read_avoidable_tasks(const std::filesystem::path& root);

} // namespace grader::tasks
