#pragma once

/// @file
/// Ids of students' folders in reports.

#include <set>
#include <string>

namespace grader {

/// Returns the name @p folder as UTF-8; invalid bytes are escaped as `\xE9`.
std::string to_utf8(const std::string& folder);

/// Returns an id for @p folder that is not in @p taken, and adds it to @p taken.
std::string submission_id(const std::string& folder, std::set<std::string>& taken);

} // namespace grader
