#pragma once

/// @file
/// The outputs of calibrate for this machine's GPU: `device.toml` and `times.toml` in `.kernelsmith/gpus/<gpu>/` of the
/// course.

#include <filesystem>
#include <string>

#include "grading/backend/backend.h"

namespace grader::prediction {

/// Returns the directory of the measured times of the GPU @p slug in the course at @p course_root.
std::filesystem::path gpu_directory(const std::filesystem::path& course_root, const std::string& slug);
/// Returns whether they have been measured.
bool is_measured(const std::filesystem::path& directory);
/// Measures this machine's GPU for some seconds, and writes the results to @p directory. Throws EnvironmentError.
void measure_gpu(const GraderPaths& paths, const std::filesystem::path& directory);

} // namespace grader::prediction
