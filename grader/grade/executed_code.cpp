#include "grade/executed_code.h"

#include <algorithm>

#include <fmt/format.h>

namespace grader {

namespace fs = std::filesystem;

ExecutedCode executed_code(const std::vector<SeenLaunch>& launches, const fs::path& source) {
    // A build is made from a copy, so its folder is the one in which the source lies in the report.
    std::set<fs::path> folders;
    for (const SeenLaunch& launch : launches)
        for (const SeenLine& line : launch.lines)
            if (fs::path(line.file).filename() == source.filename())
                folders.insert(fs::path(line.file).parent_path());
    ExecutedCode executed;
    for (const SeenLaunch& launch : launches)
        for (const SeenLine& line : launch.lines) {
            const fs::path file = line.file;
            if (!folders.contains(file.parent_path())) continue;
            executed[fmt::format("{}:{}", file.filename().string(), line.line)].insert(
                line.memory_operations.begin(), line.memory_operations.end());
        }
    return executed;
}

void add(ExecutedCode& code, const ExecutedCode& more) {
    for (const auto& [line, operations] : more) code[line].insert(operations.begin(), operations.end());
}

std::vector<std::string> lines_beyond(const ExecutedCode& code, const ExecutedCode& known) {
    std::vector<std::string> beyond;
    for (const auto& [line, operations] : code)
        if (!known.contains(line)) beyond.push_back(line);
    return beyond;
}

std::vector<std::string> lines_with_new_operations(const ExecutedCode& code, const ExecutedCode& known) {
    std::vector<std::string> beyond;
    for (const auto& [line, operations] : code) {
        const auto found = known.find(line);
        if (found == known.end() || !std::ranges::includes(found->second, operations)) beyond.push_back(line);
    }
    return beyond;
}

} // namespace grader
