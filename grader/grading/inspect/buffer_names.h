#pragma once

/// @file
/// Names of buffers, as in the hand-out, instead of allocations.

#include "grading/inspect/observation.h"
#include "kernelsmith/problem.h"

namespace grader {

/// Replaces calls of cudaMalloc in @p observed by the names of buffers. The simulator numbers these
/// calls, and the runner allocates each buffer of @p layout before anything else, in order: the memory of
/// call 2 becomes the second buffer, and later calls are numbered as the submission's own. The byte
/// offsets of an access's lanes then count from the start of the buffer.
void name_buffers(Observation& observed, const kernelsmith::Layout& layout);

} // namespace grader
