#pragma once

/// @file
/// Runs Nsight Compute's command line to count on this machine's GPU.

#include <filesystem>
#include <string>
#include <vector>

#include "grading/backend/backend.h"
#include "grading/backend/build.h"
#include "grading/inspect/observation.h"
#include "grading/steps/technique_step.h"

namespace grader {

/// Profiles the launches of @p build on @p backend's GPU, at its lab's counted sizes and with the same inputs
/// as count(). Throws EnvironmentError if the profiler is missing or fails.
std::vector<ObservedLaunch> profile(const Backend& backend, const Build& build);

/// Profiles the launches of @p build at the sizes of @p call, with @p metrics. Throws like profile().
std::vector<ObservedLaunch> profile_call(const Backend& backend, const Build& build, const CountedCall& call,
                                         const std::vector<std::string>& metrics);

/// Profiles all launches of @p program on this machine's GPU, with @p metrics. Throws like profile().
std::vector<ObservedLaunch> profile_program(const std::filesystem::path& program,
                                            const std::vector<std::string>& metrics);

/// Parses the output @p text of `ncu --csv --page raw` into launches, with all metrics in it.
std::vector<ObservedLaunch> read_profile(const std::string& text);

} // namespace grader
