#pragma once

/// @file
/// Selects the thresholds of a grade: the best available source, or the one that `--thresholds` names.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "course/course.h"
#include "course/threshold.h"
#include "grading/backend/backend.h"

namespace grader::thresholds {

/// Inputs of the selection.
struct ThresholdSelection {
    std::filesystem::path course_root;     ///< course of the thresholds, where those measured here are stored
    GraderPaths places;                    ///< programs that measure the GPU and predict times
    std::optional<ThresholdSource> forced; ///< none: the best source
    std::uint64_t seed = 0;                ///< seed of the inputs if thresholds must be measured
    /// Called with the current activity, in a few words.
    std::function<void(const std::string&)> progress = [](const std::string&) {};
};

/// Returns the thresholds for grades of @p lab on the device of @p backend:
///
/// 1. those that the manifest has for this kind of GPU, unless the simulator models it with rates that were not
///    measured;
/// 2. those that were measured on this machine. If none are stored and the tree has the solutions, the baseline, the
///    known program and the solution are graded once each, which takes half a minute, and the result is stored. The
///    caller holds the device's lock;
/// 3. those that are predicted from the modelled GPU that is most like this one (predicted.h). A GPU that was not
///    measured by calibrate is measured first, which takes some seconds.
///
/// Throws UsageError if the forced source has none for this lab, and EnvironmentError if measuring fails.
ThresholdsInUse select_thresholds(const Backend& backend, const Lab& lab, const ThresholdSelection& choice);

/// Returns the thresholds that select_thresholds() would return now, without measuring. Nothing if they would
/// be measured first.
std::optional<ThresholdsInUse> available_thresholds(const Backend& backend, const Lab& lab,
                                                    const ThresholdSelection& choice);

} // namespace grader::thresholds
