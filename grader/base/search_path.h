#pragma once

/// @file
/// Lists of directories, as PATH and LD_LIBRARY_PATH hold them.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// The directories of @p list, which colons part. An empty entry means the working directory to those who read such
/// lists, be it a student's; here it is none.
std::vector<std::filesystem::path> directories_of(std::string_view list);

/// What the variable @p name of the environment is to hold for a child: @p first, then its directories as they
/// are now, without empty entries. Empty where there is none at all.
std::string search_path(const std::vector<std::filesystem::path>& first, const char* name);

} // namespace grader
