#include "authoring/records/tasks/shortcuts.h"

#include <sstream>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/files.h"

namespace grader::tasks {

AvoidableTasks read_avoidable_tasks(const std::filesystem::path& root) {
    const std::filesystem::path file = root / "docs/results/shortcuts/full_marks.tsv";
    AvoidableTasks tasks;
    if (!std::filesystem::exists(file)) return tasks;
    std::istringstream lines(read_text(file));
    for (std::string line; std::getline(lines, line);) {
        std::istringstream columns(line);
        std::string lab;
        std::string task;
        if (!std::getline(columns, lab, '\t') || !std::getline(columns, task, '\t'))
            throw EnvironmentError(
                fmt::format("{}: expected a lab and a task, found '{}'", file.string(), line));
        tasks[lab].push_back(task);
    }
    return tasks;
}

} // namespace grader::tasks
