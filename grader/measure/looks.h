#pragma once

/// @file
/// Where a keeper looks at the outputs at the moment when a call says that it is done.

#include <vector>

#include "child/keeper.h"
#include "kernelsmith/problem.h"
#include "secrets.h"

namespace grader {

/// Pieces of every output of @p layout, drawn from @p secrets: small outputs are looked at whole, of others there are a
/// thousand pieces all over. A copy of them takes some 20 microseconds, so that little can be finished behind it.
std::vector<Look> draw_looks(const kernelsmith::Layout& layout, Secrets& secrets);

} // namespace grader
