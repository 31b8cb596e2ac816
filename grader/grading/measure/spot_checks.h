#pragma once

/// @file
/// Spot checks: the regions of the outputs that a keeper copies at the moment when a call reports its end.

#include <vector>

#include "base/secrets.h"
#include "grading/runner_client/keeper.h"
#include "kernelsmith/problem.h"

namespace grader {

/// Draws the spot checks of every output of @p layout from @p secrets: small outputs are checked whole,
/// larger ones in about a thousand places. Copying them takes some 20 microseconds, so that little work can
/// be completed after the reported end.
std::vector<SpotCheckRegion> draw_spot_checks(const kernelsmith::Layout& layout, Secrets& secrets);

} // namespace grader
