#pragma once

/// @file
/// The build of a lab's baseline.

#include <filesystem>

#include "course/course.h"
#include "grading/backend/backend.h"

namespace grader {

/// Returns the build of the baseline of @p lab. Throws EnvironmentError if it does not compile.
std::filesystem::path built_baseline(const Backend& backend, const Lab& lab);

} // namespace grader
