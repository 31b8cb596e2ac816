#pragma once

/// @file
/// The step `builds`: from a student's file to a build that may be loaded.

#include <filesystem>

#include "course/course.h"
#include "grading/backend/backend.h"
#include "grading/grade/grade.h"

namespace grader {

/// Compiles @p source as a build of @p lab, and tells in @p object where the build is. Throws EnvironmentError where the
/// compiler is what fails.
Step check_builds(const Backend& backend, const Lab& lab, const std::filesystem::path& source,
                  std::filesystem::path& object);

} // namespace grader
