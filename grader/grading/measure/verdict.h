#pragma once

/// @file
/// From rounds of times to one word: whether a build reaches a threshold, by a rule that does not wrong who does.

#include <cstddef>
#include <vector>

#include "grading/measure/statistics.h"

namespace grader {

/// Fewer pairs make no round.
inline constexpr std::size_t min_pairs = 4;

/// What one fresh process of each side came to, in turn with each other.
struct Round {
    std::vector<Pair> pairs; ///< without the warm-ups

    /// The middle of the pairs' ratios.
    [[nodiscard]] Interval ratio() const;
};

/// Which side of a threshold a build lies on.
struct SpeedVerdict {
    ThresholdSide where = ThresholdSide::straddles; ///< against the threshold
    Interval ratio;                                 ///< over the pairs of all rounds
    double control = 0; ///< how far two processes of the baseline lay apart: 0.02 for 2 %
};

/// The verdict on @p rounds against @p threshold.
///
/// A process is one sample: where its memory lies, how warm the device is and who else uses it differ from process to
/// process, and hardly within one. So a build lies below only where the interval over all pairs does and each round by
/// itself says so as well, by its middle: the interval of a round's few pairs is wide, and a neighbour on the device
/// would save whoever is too slow. And the baseline is its own control: as far as its processes differ from each other,
/// up to a bound, a fail is not believed.
SpeedVerdict judge(const std::vector<Round>& rounds, double threshold);

/// All pairs of @p rounds.
std::vector<Pair> pairs_of(const std::vector<Round>& rounds);

} // namespace grader
