#pragma once

/// @file
/// What calibrating found, for a person: on a terminal, and as the page docs/results/calibration.md.

#include <filesystem>
#include <string>

#include "authoring/records/calibration/record.h"

namespace grader::calibration {

/// "of 8 verdicts none was a fail, 3 were too close; at 95 % confidence, at most 31.2 % are fails"
std::string fails_in_words(const VerdictCount& count);

/// What was found about the lab @p id on the GPU called @p slug, a line each.
std::string lab_in_words(const std::string& id, const std::string& slug, const CalibratedLab& lab);

/// docs/results/calibration.md
std::filesystem::path page_file(const std::filesystem::path& course_root);

/// The page, as it has to stand there.
std::string page(const Calibrations& calibrations);

} // namespace grader::calibration
