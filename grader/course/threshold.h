#pragma once

/// @file
/// The speedups that the step `fast` compares with, and their sources.

#include <cstddef>
#include <optional>
#include <string>

namespace grader {

/// The speedup at which points begin if the earlier labs teach nothing better than the baseline. Slightly
/// above 1, because two measurements of the same program differ by a fraction of a percent, which must earn
/// no points.
inline constexpr double ramp_start = 1.02;

/// Speedups over the baseline on one kind of GPU.
struct Threshold {
    double known = ramp_start; ///< points begin here: the speedup of SpeedRule::known
    double pass = 1;           ///< the step `fast` passes from here on
    double full = 1;           ///< `fast` earns all its points from here on
    double solution = 0;       ///< lower end of the interval of the solution's speedup; 0: not recorded
    /// Speedup of a program that takes exactly the time of the device's limit; 0: not recorded.
    double limit = 0;
    /// The solution's speedup over the known program, on a GPU where that is too small for a threshold
    /// between the two: the known program passes as well. 0 on every other GPU.
    double gain = 0;

    /// Compares all values.
    bool operator==(const Threshold&) const = default;
};

/// The source of a grade's thresholds. Better sources come first.
enum class ThresholdSource {
    measured,  ///< recorded in the manifest for this kind of GPU
    here,      ///< measured on this machine, and stored
    predicted, ///< predicted for this GPU from a similar one
    none,      ///< none for this GPU: no build can be judged
};

/// Returns the spelling of `--thresholds`, or `none`.
std::string to_string(ThresholdSource source);
/// Returns the source that `--thresholds` spells as @p text; nothing if there is none.
std::optional<ThresholdSource> threshold_source_from(const std::string& text);

/// The thresholds that a grade uses.
struct ThresholdsInUse {
    ThresholdSource source = ThresholdSource::measured; ///< their source
    std::string gpu;        ///< slug of the GPU on which they were measured, or from which they are predicted
    Threshold threshold;    ///< thresholds on that GPU
    std::size_t grades = 0; ///< for `here`: measurements of each program; 0 otherwise
    /// For `predicted`: relative error that the prediction may have, 0.2 for 20 %. A build whose speedup is within
    /// it neither fails nor loses points.
    double band = 0;
};

} // namespace grader
