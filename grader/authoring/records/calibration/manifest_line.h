#pragma once

/// @file
/// One GPU's line of thresholds in a `lab.toml`: `rtx_4090 = { known = 9.8, pass = 12.7, full = 13.1 }` below
/// `[speed]`.

#include <filesystem>
#include <string>

#include "course/manifest.h"

namespace grader::calibration {

/// Formats the line of @p threshold for the GPU with the slug @p slug. Omits `known` if no rung is known.
std::string threshold_line(const std::string& slug, const Threshold& threshold);

/// Returns the manifest @p file with this line: in place of the existing one, or after the last key of
/// `[speed]`. Nothing else changes, and comments stay. Throws EnvironmentError if the file has no place for
/// the line, or would not be a valid manifest with it.
std::string with_thresholds(const std::filesystem::path& file, const std::string& slug,
                            const Threshold& threshold);

} // namespace grader::calibration
