#pragma once

/// @file
/// The verdict on speed: whether a build reaches a threshold, by a rule that is biased against failing a
/// build that does.

#include <cstddef>
#include <vector>

#include "grading/measure/statistics.h"

namespace grader {

/// Minimum number of pairs in a round.
inline constexpr std::size_t min_pairs = 4;

/// The pairs of one fresh process of each side.
struct Round {
    std::vector<Pair> pairs; ///< without the warm-up pairs

    /// Returns the median of the pairs' ratios, with its interval.
    [[nodiscard]] Interval ratio() const;
};

/// The verdict on a build's speed.
struct SpeedVerdict {
    ThresholdSide where = ThresholdSide::straddles; ///< position relative to the threshold
    Interval ratio;                                 ///< over the pairs of all rounds
    double baseline_spread = 0; ///< relative spread between processes of the baseline: 0.02 for 2 %
};

/// Returns the verdict on @p rounds against @p threshold.
///
/// A process is one sample: the placement of its memory, the temperature of the device and other users
/// differ from process to process, but hardly within one. So a build is below only if the interval over all
/// pairs is below and the median of each round is below as well. A round's interval is not used: with few
/// pairs it is wide, and noise from another user of the device would save a build that is too slow. The
/// baseline is its own control: a fail within the spread of its processes, up to a bound, does not count.
SpeedVerdict judge(const std::vector<Round>& rounds, double threshold);

/// Returns the pairs of all @p rounds.
std::vector<Pair> pairs_of(const std::vector<Round>& rounds);

} // namespace grader
