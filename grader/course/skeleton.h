#pragma once

/// @file
/// Whether a student's file is still the one that was handed out.

#include "course/manifest.h"
#include "course/regions.h"

namespace grader {

/// Whether nothing was done yet in @p source, a file of the lab of @p manifest. Comments and blanks do not count. Where the
/// manifest does not know what was handed out, a file counts as such while no region has code.
bool is_unchanged_skeleton(const Manifest& manifest, const RegionedSource& source);

} // namespace grader
