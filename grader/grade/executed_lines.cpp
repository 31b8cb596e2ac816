#include "grade/executed_lines.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace grader {

namespace fs = std::filesystem;

ExecutedLines executed_lines(const std::vector<SeenLaunch>& launches, const fs::path& source) {
    // A build is made from a copy, so its folder is the one in which the source lies in the report.
    std::set<fs::path> folders;
    for (const SeenLaunch& launch : launches)
        for (const SeenLine& line : launch.lines)
            if (fs::path(line.file).filename() == source.filename())
                folders.insert(fs::path(line.file).parent_path());
    ExecutedLines executed;
    for (const SeenLaunch& launch : launches)
        for (const SeenLine& line : launch.lines)
            if (folders.contains(fs::path(line.file).parent_path()))
                executed.insert(fmt::format("{}:{}", fs::path(line.file).filename().string(), line.line));
    return executed;
}

std::vector<std::string> lines_beyond(const ExecutedLines& lines, const ExecutedLines& known) {
    std::vector<std::string> beyond;
    std::ranges::set_difference(lines, known, std::back_inserter(beyond));
    return beyond;
}

} // namespace grader
