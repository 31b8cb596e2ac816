#pragma once

/// @file
/// The backend that compiles with nvcc and runs on CUDA's device 0.

#include <memory>
#include <string>

#include "grading/backend/backend.h"

namespace grader {

/// Returns the backend of the GPU. Throws EnvironmentError without a usable nvcc. On a machine without a
/// GPU, the backend can only compile.
/// @param slug the device whose thresholds apply instead of the present one's; may be empty
std::unique_ptr<Backend> make_gpu_backend(const GraderPaths& paths, const std::string& slug,
                                          const Isolation& isolation);

} // namespace grader
