#pragma once

/// @file
/// Builds with nvcc, runs on CUDA's device 0.

#include <memory>
#include <string>

#include "grading/backend/backend.h"

namespace grader {

/// Throws EnvironmentError when there is no usable nvcc. A machine without a GPU gets a backend that only
/// builds.
/// @param slug the device whose thresholds hold instead of the one at hand; may be empty
std::unique_ptr<Backend> make_gpu_backend(const GraderPaths& paths, const std::string& slug,
                                          const Isolation& isolation);

} // namespace grader
