#pragma once

/// @file
/// Tells the bare git repositories in a class's folder from the students' folders.

#include <filesystem>

namespace grader {

/// Returns whether @p place is a bare repository, the target of a `git push`: its name ends in `.git`, and it
/// contains `HEAD` and `objects`. Follows no link.
bool is_bare_repository(const std::filesystem::path& place);

} // namespace grader
