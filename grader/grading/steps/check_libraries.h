#pragma once

/// @file
/// Checks that a build does not use a library for the work that a lab requires of the student.

#include "course/manifest.h"
#include "grading/grade/grade.h"
#include "grading/toolchain/compile.h"

namespace grader {

/// Returns whether @p build, the successful build of @p job, does not use the libraries that @p forbid names.
/// If it uses one, or if that cannot be determined, @p step fails with a message.
bool check_libraries(const ForbidRule& forbid, const CompileJob& job, const CompileResult& build, Step& step);

} // namespace grader
