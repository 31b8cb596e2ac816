#pragma once

/// @file
/// Results of a calibration for people: on a terminal, and as the page docs/results/calibration.md.

#include <filesystem>
#include <string>

#include "authoring/records/calibration/record.h"

namespace grader::calibration {

/// "of 8 verdicts none was a fail, 3 were too close; at 95 % confidence, at most 31.2 % are fails"
std::string fails_in_words(const VerdictCount& count);

/// Describes the results of the lab @p id on the GPU with the slug @p slug, one line each.
std::string lab_in_words(const std::string& id, const std::string& slug, const CalibratedLab& lab);

/// docs/results/calibration.md
std::filesystem::path page_file(const std::filesystem::path& course_root);

/// Renders docs/results/calibration.md.
std::string page(const Calibrations& calibrations);

} // namespace grader::calibration
