#pragma once

/// @file
/// For the grader's own tests: builds plain C++ with the host's compiler, runs it on host memory.

#include <memory>

#include "grading/backend/backend.h"

namespace grader {

/// Throws EnvironmentError when there is no C++ compiler.
std::unique_ptr<Backend> make_host_backend(const GraderPaths& paths, const Isolation& isolation);

} // namespace grader
