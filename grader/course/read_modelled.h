#pragma once

/// @file
/// Reads `[modelled]`: the work of which the simulator's model tells how long it takes.

#include <vector>

#include "course/manifest.h"
#include "course/strict_table.h"

namespace grader {

/// From the lab's table @p lab, whose timed cases are @p timed.
ModelledCase read_modelled(StrictTable& lab, const std::vector<Case>& timed);

} // namespace grader
