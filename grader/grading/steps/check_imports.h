#pragma once

/// @file
/// Whether a build only asks for what a strict grade can see.

#include <filesystem>

#include "grading/grade/grade.h"

namespace grader {

/// Whether the build @p object imports no way around the CUDA runtime. Where it does, or where that cannot be read, @p step
/// fails and says so.
bool check_imports(const std::filesystem::path& object, Step& step);

} // namespace grader
