#pragma once

/// @file
/// Best possible values of a line's counters.

#include "grading/inspect/observation.h"

namespace grader {

/// Lanes of a warp, all active.
inline constexpr double best_lanes = 32;
/// Sectors per 128 bytes if every byte of each sector is used.
inline constexpr double best_sectors_per_128_bytes = 4;
/// No bank conflicts.
inline constexpr double best_conflicts = 0;

/// Returns the best value of each counter in @p counts that can be too high or too low for the same work,
/// without any waste: each sector full, each bank accessed for one word, each lane active. Other counters
/// keep their values.
Counts best_values(const Counts& counts);

} // namespace grader
