#pragma once

/// @file
/// Where a keeper looks at the outputs at the moment when a call says that it is done.

#include <vector>

#include "base/secrets.h"
#include "grading/runner_client/keeper.h"
#include "kernelsmith/problem.h"

namespace grader {

/// Pieces of every output of @p layout, drawn from @p secrets: small outputs are looked at whole, of others there are a
/// thousand pieces all over. A copy of them takes some 20 microseconds, so that little can be finished behind it.
std::vector<SpotCheckRegion> draw_spot_checks(const kernelsmith::Layout& layout, Secrets& secrets);

} // namespace grader
