#pragma once

/// @file
/// .kernelsmith/progress.json, in which graders before the history kept the last grade of each lab.

#include <filesystem>
#include <string>
#include <vector>

namespace grader {

/// What @p file says of @p lab, as the lines of a history: its last grade, made when the file was written, and
/// the hints that were taken. None where it says nothing or is damaged. The file stays as it is.
std::vector<std::string> lines_of_earlier_format(const std::filesystem::path& file, const std::string& lab);

} // namespace grader
