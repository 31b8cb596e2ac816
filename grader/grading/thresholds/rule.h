#pragma once

/// @file
/// The rule that derives a GPU's thresholds from measured speedups.
///
/// K is the speedup of the program that earlier labs teach, S the solution's. Their ratio decides which
/// thresholds between them are possible:
///
///     S >= 1.2 K           the known program fails: `pass` is at least K / 0.9
///     1.08 K <= S < 1.2 K  `pass` and `full` are between K and 0.97 S; the known program may be too close to call
///     S < 1.08 K           no threshold fits between them: 0.97 of the slower one passes, with all points
///
/// `full` is the same share of S as on the reference GPU if that is at least 1.3 K. If it is less, the lab's
/// idea gains less on this GPU than on the reference, and `full` is 1.3 K, or 0.97 S if even that is out of
/// reach.

#include <optional>
#include <string>

#include "course/threshold.h"

namespace grader::thresholds {

/// A lab's thresholds on the GPU for which they were chosen.
struct Reference {
    std::string gpu;     ///< slug of the GPU
    Threshold threshold; ///< from the manifest, with the solution's speedup
};

/// Speedups over the baseline that were measured on a GPU.
struct Ratios {
    double solution = 0; ///< lower end of the interval of the lab's solution, above 0
    /// Speedup of the program that earlier labs teach; none: that is the baseline.
    std::optional<double> known;
    /// Speedup of the slowest rung that must pass; none: no rung is close to `pass`
    std::optional<double> closest;
    double limit = 0; ///< speedup of a program that takes exactly the device's limit; 0: unknown
};

/// Maximum ratio of `full` to the solution's speedup if the lab's idea gains at least `min_gain`: another
/// good solution, and the same one on another day, still earn all points.
inline constexpr double max_full_share = 0.85;

/// Ratio of `full` to the known speedup, wherever the solution can reach it.
inline constexpr double min_gain = 1.3;

/// Minimum ratio of solution to known program at which the known program fails.
inline constexpr double min_clear_gap = 1.2;

/// Below this ratio no threshold fits between the two.
inline constexpr double min_gap = 1.08;

/// If no threshold fits, points begin at this share of `pass`.
inline constexpr double ramp_start_share = 0.8;

/// A build that reaches only this share of a threshold fails, in all but very few verdicts:
/// docs/results/verdicts.md. So `pass` is no closer to the known program.
inline constexpr double failing_share = 0.9;

/// A build that reaches a threshold divided by this share does not fail, whatever the variance of its
/// processes.
inline constexpr double passing_share = 0.97;

/// Returns the thresholds derived from @p ratios, each with three digits. They exist for every pair of
/// speedups, and the solution passes with all points under each.
///
/// `pass` has the same position between `known` and `full` as on the @p reference, by logarithms like the
/// points, but within reach of the closest rung, and out of reach of the known program if the table above
/// says so.
Threshold derive_threshold(const Ratios& ratios, const Reference& reference);

/// Returns how @p threshold, which may be chosen by hand, violates the table above, as the end of a sentence
/// that begins with the GPU; empty if it does not. Without a recorded speedup of the solution, checks only
/// the rest.
std::string rule_violation(const Threshold& threshold);

} // namespace grader::thresholds
