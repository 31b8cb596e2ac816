#pragma once

/// @file
/// A runner that calls the functions of fixtures/cuda/ways.cu.

#include <filesystem>
#include <string>

#include "grading/backend/backend.h"

namespace launch_variants {

/// Compiles with a default stream for each thread.
inline const grader::Defines per_thread = {{"CUDA_API_PER_THREAD_DEFAULT_STREAM", "1"}};

/// The simulator.
const grader::Backend& simulator();
/// The GPU of this machine. Skips the test where there is none.
const grader::Backend& gpu();

/// A runner in which any of the ways can be called.
class VariantRunner {
public:
    /// Compiles for @p backend and starts a runner there.
    explicit VariantRunner(const grader::Backend& backend, const grader::Defines& defines = {});

    /// Calls @p entry. Returns what was copied, and leaves in log() what was launched.
    double call(const std::string& entry);
    /// What the last call launched.
    [[nodiscard]] const grader::LaunchLog& log() const { return log_; }
    /// From now on operations are noted one by one, and @p with_events timed.
    void record(bool with_events) { runner_.record(with_events); }
    /// Those of the last call.
    grader::OperationLog operations() { return runner_.operations(); }
    /// The build.
    [[nodiscard]] const std::filesystem::path& object() const { return object_; }

private:
    std::filesystem::path object_;
    grader::RunnerClient runner_;
    grader::LaunchLog log_;
};

} // namespace launch_variants
