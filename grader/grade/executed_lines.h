#pragma once

/// @file
/// Which lines of a hand-in were executed.

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "inspect/observation.h"

namespace grader {

/// Lines, as "student.cu:31".
using ExecutedLines = std::set<std::string>;

/// The lines that @p launches executed of @p source and of the files beside it. What a library's headers do depends on how threads
/// happen to meet.
ExecutedLines executed_lines(const std::vector<SeenLaunch>& launches, const std::filesystem::path& source);

/// Those of @p lines that @p known lacks, in their order.
std::vector<std::string> lines_beyond(const ExecutedLines& lines, const ExecutedLines& known);

} // namespace grader
