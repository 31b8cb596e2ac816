#pragma once

/// @file
/// What in a class's folder is a student's repository and not a student's folder.

#include <filesystem>

namespace grader {

/// Whether @p place is a folder for `git push`: its name ends in `.git`, and `HEAD` and `objects` lie in it. No link is followed.
bool is_bare_repository(const std::filesystem::path& place);

} // namespace grader
