#pragma once

/// @file
/// The simulator as a place to run builds: a CUDA runtime of its own, put in front of the toolkit's.

#include <filesystem>
#include <string>
#include <vector>

#include "grading/backend/backend.h"
#include "grading/toolchain/toolchain.h"

namespace grader {

/// The GPU that is modelled where nobody asks for another: the labs' gates are set on it.
inline const std::string default_model = "h200";

/// Whether the simulator is built.
Availability simulator_availability(const GraderPaths& paths);

/// The GPUs that the simulator models, by their slugs. Throws EnvironmentError where it does not list them.
std::vector<std::string> modelled_devices(const GraderPaths& paths);

/// What the simulator knows of how fast @p model is. Throws EnvironmentError where it does not tell.
TimeModel read_time_model(const GraderPaths& paths, const std::string& model);

/// What starts a runner on the simulator's model of @p model. Neither checks nor counters are on.
RunnerCommand simulated_runner(const GraderPaths& paths, const Toolkit& toolkit, const std::string& model,
                               const Isolation& isolation);

/// The same for @p run, with the simulator's report going to @p report.
RunnerCommand make_instrumented_runner(const GraderPaths& paths, const Toolkit& toolkit,
                                       const std::string& model, const InstrumentedRunSpec& run,
                                       const std::filesystem::path& report, const Isolation& isolation);

} // namespace grader
