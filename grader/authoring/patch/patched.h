#pragma once

/// @file
/// Sources of a lab's solutions that are kept as a patch of the solution: a mistake is best seen as the few lines in
/// which it differs.

#include <filesystem>
#include <string>

namespace grader {

/// Whether @p file is kept as a patch, by its name.
bool is_patch(const std::filesystem::path& file);

/// The solution that the patch @p file changes: solutions/ID/student.cu for solutions/ID/wrong/NAME.patch.
std::filesystem::path solution_of(const std::filesystem::path& file);

/// The text of @p solution with the patch @p file applied. Throws PatchError, whose text names both, and the line of the
/// patch.
std::string patched_text(const std::filesystem::path& file, const std::filesystem::path& solution);

} // namespace grader
