#pragma once

/// @file
/// Whether a build leaves to no library what a lab wants from the student.

#include "course/manifest.h"
#include "grading/grade/grade.h"
#include "grading/toolchain/compile.h"

namespace grader {

/// Whether @p build, the good build of @p job, was made without the libraries that @p forbid names. Where it was made
/// with one, or nobody can tell, @p step fails and says so.
bool check_libraries(const ForbidRule& forbid, const CompileJob& job, const CompileResult& build, Step& step);

} // namespace grader
