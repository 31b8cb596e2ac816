#pragma once

/// @file
/// What a student's folder is called in reports.

#include <set>
#include <string>

namespace grader {

/// The name @p folder as UTF-8: bytes that are none stand as `\xE9`.
std::string to_utf8(const std::string& folder);

/// An id for @p folder that none of @p taken is, and adds it to them.
std::string submission_id(const std::string& folder, std::set<std::string>& taken);

} // namespace grader
