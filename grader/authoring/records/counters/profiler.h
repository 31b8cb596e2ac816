#pragma once

/// @file
/// Nsight Compute's command line as a counter of what this GPU does.

#include <filesystem>
#include <string>
#include <vector>

#include "grading/backend/backend.h"
#include "grading/backend/build.h"
#include "grading/inspect/observation.h"
#include "grading/steps/technique_step.h"

namespace grader {

/// Counts the launches of @p build on @p backend's GPU, at its lab's counted sizes and on the inputs
/// that count() gives it. Throws EnvironmentError where there is no profiler, or where it fails.
std::vector<ObservedLaunch> profile(const Backend& backend, const Build& build);

/// The launches of @p build at the sizes of @p call, with @p metrics. Throws like profile().
std::vector<ObservedLaunch> profile_call(const Backend& backend, const Build& build, const CountedCall& call,
                                         const std::vector<std::string>& metrics);

/// All launches of @p program on this machine's GPU, with @p metrics. Throws like profile().
std::vector<ObservedLaunch> profile_program(const std::filesystem::path& program,
                                            const std::vector<std::string>& metrics);

/// The launches in what `ncu --csv --page raw` printed to @p text, with all metrics that it has.
std::vector<ObservedLaunch> read_profile(const std::string& text);

} // namespace grader
