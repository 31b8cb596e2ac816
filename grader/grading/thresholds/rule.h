#pragma once

/// @file
/// The rule from measured speedups to the thresholds of a GPU.
///
/// K is the speedup of the program that earlier labs teach, S the solution's. How far they are apart decides what a threshold
/// between them can say:
///
///     S >= 1.2 K           the known program fails: `pass` is at least K / 0.9
///     1.08 K <= S < 1.2 K  `pass` and `full` lie between K and 0.97 S; the known program may be too close to call
///     S < 1.08 K           no threshold fits between them: 0.97 of the slower one passes, with all points
///
/// `full` is the same share of S as on the reference GPU where that is at least 1.3 K. Where it is less, a GPU pays less for the
/// lab's idea than the reference does, and `full` is 1.3 K, or 0.97 S where even that is out of reach.

#include <optional>
#include <string>

#include "course/threshold.h"

namespace grader::thresholds {

/// A lab's thresholds on the GPU that they were chosen on.
struct Reference {
    std::string gpu;     ///< its slug
    Threshold threshold; ///< as the manifest has it, with the solution's speedup
};

/// Speedups over the baseline that were measured on a GPU.
struct Ratios {
    double solution = 0;           ///< of the lab's solution: the lower end of its interval, above 0
    std::optional<double> known;   ///< of the program that earlier labs teach; none: that is the baseline
    std::optional<double> closest; ///< of the slowest rung that has to pass; none: no rung is close to `pass`
    double limit = 0;              ///< of a program that takes exactly the device's limit; 0: unknown
};

/// `full` is at most this share of the solution's speedup where the lab's idea is worth `min_gain`: another good
/// solution, and the same one on another day, still earn all points.
inline constexpr double max_full_share = 0.85;

/// `full` is this many times what is known, wherever the solution can be asked for it.
inline constexpr double min_gain = 1.3;

/// From this ratio of solution to known program on, the known program fails.
inline constexpr double min_clear_gap = 1.2;

/// Below this ratio there is no threshold between the two.
inline constexpr double min_gap = 1.08;

/// Where there is none, points begin at this share of what passes.
inline constexpr double ramp_start_share = 0.8;

/// A build that reaches this share of a threshold fails, in all but very few verdicts: docs/results/verdicts.md. So `pass`
/// is no closer to the known program.
inline constexpr double failing_share = 0.9;

/// A build that reaches a threshold divided by this share is not failed, however its processes vary.
inline constexpr double passing_share = 0.97;

/// The thresholds that follow from @p ratios, each in three digits. There is an answer for every pair of speedups, and the
/// solution passes with all points under each.
///
/// `pass` lies between `known` and `full` where it lies on the @p reference, by logarithms as the points do, but within reach of
/// the closest rung, and out of reach of the known program where the table above says so.
Threshold derive_threshold(const Ratios& ratios, const Reference& reference);

/// How @p threshold, which may be chosen by hand, breaks the table above, as the end of a sentence that begins with the GPU; empty: it keeps
/// it. Where the solution's speedup is not recorded, only what needs none is checked.
std::string rule_violation(const Threshold& threshold);

} // namespace grader::thresholds
