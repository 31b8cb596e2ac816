#pragma once

/// @file
/// Reads `[modelled]`: the work whose time the simulator's model estimates.

#include <vector>

#include "course/manifest.h"
#include "course/read_cases.h"
#include "course/strict_table.h"

namespace grader {

/// Reads `[modelled]` from the lab's table @p lab, whose timed cases are @p timed. @p defaults are
/// sizes that it need not name.
ModelledCase read_modelled(StrictTable& lab, const DefaultSizes& defaults, const std::vector<Case>& timed);

} // namespace grader
