#pragma once

/// @file
/// What a line's counters could be at best.

#include "grading/inspect/observation.h"

namespace grader {

/// Lanes of a warp, all at work.
inline constexpr double best_lanes = 32;
/// Sectors that move 128 bytes, each byte of which is used.
inline constexpr double best_sectors_per_128_bytes = 4;
/// Bank conflicts.
inline constexpr double best_conflicts = 0;

/// Of those of @p counts that can be too high or too low for the same work, the value without any waste: each sector
/// full, each bank asked for one word, each lane at work. Others are what they are.
Counts best_values(const Counts& counts);

} // namespace grader
