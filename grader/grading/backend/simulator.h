#pragma once

/// @file
/// The simulator as a device for builds: its own CUDA runtime, which precedes the toolkit's in the library
/// path.

#include <filesystem>
#include <string>
#include <vector>

#include "grading/backend/backend.h"
#include "grading/toolchain/toolchain.h"

namespace grader {

/// The GPU that is modelled by default: the labs' gates are calibrated on it.
inline const std::string default_model = "h200";

/// Returns whether the simulator is built.
Availability simulator_availability(const GraderPaths& paths);

/// Returns the slugs of the GPUs that the simulator models. Throws EnvironmentError if it does not list them.
std::vector<std::string> modelled_devices(const GraderPaths& paths);

/// Returns the simulator's time model of @p model. Throws EnvironmentError if it does not report one.
TimeModel read_time_model(const GraderPaths& paths, const std::string& model);

/// Returns the time model in @p line, a line of `simulate --list-times`. Throws EnvironmentError if it is malformed.
TimeModel time_model_in(const std::string& line);

/// Returns the command of a runner on the simulator's model of @p model, with neither checks nor counters.
RunnerCommand simulated_runner(const GraderPaths& paths, const Toolkit& toolkit, const std::string& model,
                               const Isolation& isolation);

/// Returns the command of an instrumented runner for @p run; the simulator writes its report to @p report.
RunnerCommand make_instrumented_runner(const GraderPaths& paths, const Toolkit& toolkit,
                                       const std::string& model, const InstrumentedRunSpec& run,
                                       const std::filesystem::path& report, const Isolation& isolation);

} // namespace grader
