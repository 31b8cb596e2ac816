#pragma once

/// @file
/// The speedups that the step `fast` compares with, and where they come from.

#include <cstddef>
#include <optional>
#include <string>

namespace grader {

/// The speedup at which points begin where no earlier lab teaches more than the baseline. Slightly above 1, because two
/// measurements of the same program differ by a fraction of a percent, and nobody should be paid for that.
inline constexpr double ramp_start = 1.02;

/// Speedups over the baseline on one kind of GPU.
struct Threshold {
    double known = ramp_start; ///< points begin here: SpeedRule::known reaches it
    double pass = 1;           ///< from here on the step `fast` is passed
    double full = 1;           ///< from here on it earns all its points
    double solution = 0;       ///< of the lab's solution, the lower end of its interval; 0: not recorded
    double limit = 0;          ///< of a program that takes exactly the device's limit; 0: not recorded
    /// The solution's speedup over the known program, on a GPU where that is too little for a threshold between the two: the known
    /// program passes as well. 0 on every other GPU.
    double gain = 0;

    /// Whether all values are the same.
    bool operator==(const Threshold&) const = default;
};

/// How well the thresholds of a grade are known. The better source comes first.
enum class ThresholdSource {
    measured, ///< recorded in the manifest for this kind of GPU
    here,     ///< measured on this machine, and kept
    unknown,  ///< those of another kind of GPU, which fail nobody
};

/// `measured`, `here`, `unknown`: as `--thresholds` spells them.
std::string to_string(ThresholdSource source);
/// The source that to_string() spells like @p text; nothing where there is none.
std::optional<ThresholdSource> threshold_source_from(const std::string& text);

/// The thresholds that a grade uses.
struct ThresholdsInUse {
    ThresholdSource source = ThresholdSource::measured; ///< how well they are known
    std::string gpu;                                    ///< slug of the GPU that they were measured on
    Threshold threshold;                                ///< on that GPU
    std::size_t grades = 0; ///< of `here`: how often each program was measured; 0 elsewhere
};

} // namespace grader
