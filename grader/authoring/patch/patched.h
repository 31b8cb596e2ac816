#pragma once

/// @file
/// Sources of a lab's solutions that are stored as a patch of the solution: the few lines that differ show a
/// mistake best.

#include <filesystem>
#include <string>

namespace grader {

/// Reports by its name whether @p file is stored as a patch.
bool is_patch(const std::filesystem::path& file);

/// Returns the solution that the patch @p file changes: solutions/ID/student.cu for
/// solutions/ID/wrong/NAME.patch.
std::filesystem::path solution_of(const std::filesystem::path& file);

/// Returns the text of @p solution with the patch @p file applied. Throws PatchError, whose text names both
/// files and the line of the patch.
std::string patched_text(const std::filesystem::path& file, const std::filesystem::path& solution);

} // namespace grader
