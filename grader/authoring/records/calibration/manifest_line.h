#pragma once

/// @file
/// One GPU's line of thresholds in a `lab.toml`: `rtx_4090 = { known = 9.8, pass = 12.7, full = 13.1 }` below `[speed]`.

#include <filesystem>
#include <string>

#include "course/manifest.h"

namespace grader::calibration {

/// The line that gives the GPU called @p slug these thresholds. `known` is left out where no rung is known.
std::string threshold_line(const std::string& slug, const Threshold& threshold);

/// All of the manifest @p file with this line in it: in place of the one that is there, or behind the last key of
/// `[speed]`. Nothing else differs, and comments stay. Throws EnvironmentError where the file has no place for the line,
/// or would be no manifest with it.
std::string with_thresholds(const std::filesystem::path& file, const std::string& slug,
                            const Threshold& threshold);

} // namespace grader::calibration
