#pragma once

/// @file
/// The parts of `grader times`.

#include <filesystem>
#include <string>

#include "authoring/commands.h"
#include "inspect/observation.h"

namespace grader {

/// `grader times --record`: on a GPU, has Nsight Compute say how near kernels come to what it can do.
ExitStatus record_times(Context& context);

/// What it said: docs/results/times/SLUG/throughputs.json.
std::filesystem::path throughputs_file(const std::filesystem::path& course_root, const std::string& slug);

/// Whether a launch of a program of simulator/proof only makes the inputs of the others.
bool makes_inputs(const SeenLaunch& launch);

} // namespace grader
