#pragma once

/// @file
/// The step `builds`: compiles a student's file into a loadable build.

#include <filesystem>

#include "course/course.h"
#include "grading/backend/backend.h"
#include "grading/grade/grade.h"

namespace grader {

/// Compiles @p source as a build of @p lab, and stores the path of the build in @p object. Throws
/// EnvironmentError if the compiler itself fails.
Step check_builds(const Backend& backend, const Lab& lab, const std::filesystem::path& source,
                  std::filesystem::path& object);

} // namespace grader
