#pragma once

/// @file
/// Detects a student's file that is unchanged starter code.

#include "course/manifest.h"
#include "course/regions.h"

namespace grader {

/// Returns whether @p source, a file of the lab of @p manifest, is unchanged starter code, apart from
/// comments and blanks. If the manifest has no fingerprint of the starter code, a file counts as unchanged
/// while no region has code.
bool is_unchanged_skeleton(const Manifest& manifest, const RegionedSource& source);

} // namespace grader
