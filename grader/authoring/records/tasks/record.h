#pragma once

/// @file
/// What files earn after each task, as it was graded on each backend, and the page that tells it of all labs.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "authoring/records/tasks/after_tasks.h"

namespace grader::tasks {

/// Of each lab, by id.
using ByLab = std::map<std::string, std::vector<AfterTask>>;
/// Of each backend: `sim`, or a GPU's slug.
using TaskRecord = std::map<std::string, ByLab>;

/// Reads docs/results/tasks/labs.json under @p root; empty where there is none. Throws EnvironmentError where it makes no
/// sense.
TaskRecord read_task_record(const std::filesystem::path& root);

/// Writes @p record and the page docs/results/tasks.md that is made from it.
void write_task_record(const std::filesystem::path& root, const TaskRecord& record);

/// The page, as it has to stand in docs/results/tasks.md.
std::string task_page(const TaskRecord& record);

/// The same of one lab, for its hand-out: a column of scores for each backend.
std::string table_of_lab(const Manifest& manifest, const TaskRecord& record);

/// A row for each number of tasks: the score, and what the first step that fails says.
std::string task_table(const std::vector<AfterTask>& after);

} // namespace grader::tasks
