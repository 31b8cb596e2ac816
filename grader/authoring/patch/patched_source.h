#pragma once

/// @file
/// Compilable source of a file that is stored as a patch.

#include <filesystem>

#include "grading/backend/backend.h"

namespace grader {

/// Returns @p file itself or, if it is a patch of the solution of @p lab, the complete source NAME.cu, written
/// next to its builds on @p backend. Compiler messages name lines of this source, and its folder has symbolic
/// links to all files of the solution's folder, so that includes are found. Throws PatchError if the patch does
/// not fit.
std::filesystem::path whole_source(const Backend& backend, const Lab& lab, const std::filesystem::path& file);

} // namespace grader
