#pragma once

/// @file
/// Memory by the names that a hand-out gives it.

#include "grading/inspect/observation.h"
#include "kernelsmith/problem.h"

namespace grader {

/// Replaces calls of cudaMalloc in @p seen by names. The simulator numbers these calls, and the runner makes one for each buffer of @p
/// layout before anything else, in their order: memory of call 2 becomes the second buffer, and later calls are numbered as the
/// hand-in's own. The lanes of an access then have their bytes from where the buffer begins.
void name_buffers(Observation& observed, const kernelsmith::Layout& layout);

} // namespace grader
