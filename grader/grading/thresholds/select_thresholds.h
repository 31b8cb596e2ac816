#pragma once

/// @file
/// Which thresholds a grade uses: the best source that there is, or the one that `--thresholds` names.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "course/course.h"
#include "course/threshold.h"
#include "grading/backend/backend.h"

namespace grader::thresholds {

/// What decides about the source.
struct ThresholdSelection {
    std::filesystem::path course_root;     ///< whose thresholds, and where those measured here are kept
    std::optional<ThresholdSource> forced; ///< none: the best one
    std::uint64_t seed = 0;                ///< of the inputs, where thresholds have to be measured
    /// Takes what is being done, in a few words.
    std::function<void(const std::string&)> progress = [](const std::string&) {};
};

/// The thresholds for grades of @p lab on the device of @p backend:
///
/// 1. those that the manifest has for this kind of GPU;
/// 2. those that were measured on this machine. Where none were kept and the tree has the solutions, the baseline, the known
///    program and the solution are graded once each, which takes half a minute, and what follows from them is kept. The caller
///    holds the device's lock;
/// 3. those of the reference GPU, which fail nobody.
///
/// Throws UsageError where the forced source has none for this lab, and EnvironmentError where measuring fails.
ThresholdsInUse select_thresholds(const Backend& backend, const Lab& lab, const ThresholdSelection& choice);

/// The same without measuring: what would be used now. Nothing where it would be measured first.
std::optional<ThresholdsInUse> available_thresholds(const Backend& backend, const Lab& lab,
                                                    const ThresholdSelection& choice);

} // namespace grader::thresholds
