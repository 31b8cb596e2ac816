#pragma once

/// @file
/// A runner that calls the functions of fixtures/cuda/ways.cu.

#include <filesystem>
#include <string>

#include "grading/backend/backend.h"

namespace launch_variants {

/// Compiles with a default stream per thread.
inline const grader::Defines per_thread = {{"CUDA_API_PER_THREAD_DEFAULT_STREAM", "1"}};

/// Returns the simulator's backend.
const grader::Backend& simulator();
/// Returns the backend of this machine's GPU. Skips the test if there is none.
const grader::Backend& gpu();

/// A runner in which any of these functions can be called.
class VariantRunner {
public:
    /// Compiles for @p backend and starts a runner there.
    explicit VariantRunner(const grader::Backend& backend, const grader::Defines& defines = {});

    /// Calls @p entry. Returns the bytes that were copied; log() then has the launches.
    double call(const std::string& entry);
    /// Returns the launches of the last call.
    [[nodiscard]] const grader::LaunchLog& log() const { return log_; }
    /// Starts recording operations one by one, and times them if @p with_events.
    void record(bool with_events) { runner_.record(with_events); }
    /// Returns the operations of the last call.
    grader::OperationLog operations() { return runner_.operations(); }
    /// Returns the build.
    [[nodiscard]] const std::filesystem::path& object() const { return object_; }

private:
    std::filesystem::path object_;
    grader::RunnerClient runner_;
    grader::LaunchLog log_;
};

} // namespace launch_variants
