#pragma once

/// @file
/// The rule from measured speedups to the thresholds of a GPU.

#include <optional>
#include <string>

#include "course/manifest.h"

namespace grader::calibration {

/// What a lab asks for on the GPU that its thresholds were chosen on.
struct Reference {
    std::string gpu;     ///< its slug
    Threshold threshold; ///< as the manifest has it
    double solution = 0; ///< the solution's speedup there, as a ladder recorded it; 0: it was not recorded
};

/// Speedups over the baseline that were measured on another GPU.
struct Ratios {
    double solution = 0;           ///< of the lab's solution
    std::optional<double> known;   ///< of the rung that the labs before teach; none: that is the baseline
    std::optional<double> closest; ///< of the slowest rung that has to pass; none: no rung is close to `pass`
};

/// As much of the solution's measured speedup as full marks may ask for: a good solution that is not this one, on a
/// day that is not that one, still earns them.
inline constexpr double largest_share = 0.85;

/// Full marks take so much more than what was known before the lab: its own idea has to be worth the way.
inline constexpr double smallest_gain = 1.3;

/// A build that reaches so much of a threshold fails, in all verdicts but very few: docs/results/verdicts.md. So `pass`
/// is no closer to what is known.
inline constexpr double surely_too_slow = 0.9;

/// A build that is faster than a threshold by so much is not failed, whatever its processes come to.
inline constexpr double surely_fast_enough = 1 / 0.97;

/// The thresholds that follow from @p ratios, in three digits:
///
/// - `known` is the speedup of what is known, and where points begin if that is more;
/// - `full` is the same share of the solution's speedup as on the reference, at most `largest_share` and at least
///   `smallest_gain` times `known`;
/// - `pass` lies between the two where it lies on the reference, by logarithms as the points do, but out of reach of
///   what is known, and in reach of the closest rung.
///
/// None where the solution is so little faster than what is known that no `full` fits.
std::optional<Threshold> derive(const Ratios& ratios, const Reference& reference);

/// @p value in @p digits significant digits, the nearest such number.
double in_digits(double value, int digits);

} // namespace grader::calibration
