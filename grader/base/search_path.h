#pragma once

/// @file
/// Lists of directories, as in PATH and LD_LIBRARY_PATH.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// Returns the directories of the colon-separated @p list. Programs that read such lists take an empty
/// entry for the working directory, which may be a student's; here it is dropped.
std::vector<std::filesystem::path> directories_of(std::string_view list);

/// Returns the value of the environment variable @p name for a child: @p first, then its current directories,
/// without empty entries. Empty if there are none at all.
std::string search_path(const std::vector<std::filesystem::path>& first, const char* name);

} // namespace grader
