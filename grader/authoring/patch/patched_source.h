#pragma once

/// @file
/// A file to be compiled, where what is kept is a patch.

#include <filesystem>

#include "grading/backend/backend.h"

namespace grader {

/// @p file itself or, where it is a patch of the solution of @p lab, the whole source NAME.cu, written beside its
/// builds on @p backend. It has the lines that messages name, and finds what the solution includes from its own folder.
/// Throws PatchError where the patch does not fit.
std::filesystem::path whole_source(const Backend& backend, const Lab& lab, const std::filesystem::path& file);

} // namespace grader
