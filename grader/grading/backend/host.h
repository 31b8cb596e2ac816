#pragma once

/// @file
/// The backend for the grader's own tests: compiles plain C++ with the host's compiler and runs it on host
/// memory.

#include <memory>

#include "grading/backend/backend.h"

namespace grader {

/// Returns the backend of the host. Throws EnvironmentError if there is no C++ compiler.
std::unique_ptr<Backend> make_host_backend(const GraderPaths& paths, const Isolation& isolation);

} // namespace grader
