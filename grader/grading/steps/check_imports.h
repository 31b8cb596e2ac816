#pragma once

/// @file
/// Checks that the imports of a build cannot bypass the checks of a strict grade.

#include <filesystem>

#include "grading/grade/grade.h"

namespace grader {

/// Returns whether the build @p object imports no function that bypasses the CUDA runtime. If it does, or if
/// its imports cannot be read, @p step fails with a message.
bool check_imports(const std::filesystem::path& object, Step& step);

} // namespace grader
