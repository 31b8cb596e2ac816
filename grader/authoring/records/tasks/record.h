#pragma once

/// @file
/// Record of the scores after each task on each backend, and the page with the scores of all labs.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "authoring/records/tasks/after_tasks.h"
#include "authoring/records/tasks/shortcuts.h"

namespace grader::tasks {

/// By id of the lab.
using ByLab = std::map<std::string, std::vector<AfterTask>>;
/// By backend: `sim`, or a GPU's slug.
using TaskRecord = std::map<std::string, ByLab>;

/// Reads docs/results/tasks/labs.json under @p root; empty if there is none. Throws EnvironmentError if it is
/// malformed.
TaskRecord read_task_record(const std::filesystem::path& root);

/// Writes @p record and the page docs/results/tasks.md, which is rendered from it.
void write_task_record(const std::filesystem::path& root, const TaskRecord& record);

/// Renders the page docs/results/tasks.md.
std::string task_page(const TaskRecord& record);

/// Renders the table of one lab for its hand-out: a column of scores per backend, and which tasks are
/// @p avoidable.
std::string table_of_lab(const Manifest& manifest, const TaskRecord& record, const AvoidableTasks& avoidable);

/// Renders a row per number of tasks: the score, and the message of the first failed step.
std::string task_table(const std::vector<AfterTask>& after);

} // namespace grader::tasks
