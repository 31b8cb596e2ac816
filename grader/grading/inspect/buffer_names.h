#pragma once

/// @file
/// Memory by the names that a hand-out gives it.

#include "grading/inspect/observation.h"
#include "kernelsmith/problem.h"

namespace grader {

/// Rewrites what @p seen tells of memory. The simulator counts calls: "the 4752 bytes that cudaMalloc number
/// 2 gave". The runner makes the buffers of @p layout before anything else, in their order, so this becomes
/// "the 4752 bytes of "out"", and calls after them are counted as the student's own. An access to "cudaMalloc number 2" becomes one
/// to "out", its lanes counted from where that begins.
void name_buffers(Observation& seen, const kernelsmith::Layout& layout);

} // namespace grader
