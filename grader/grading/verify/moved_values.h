#pragma once

/// @file
/// Wrong elements that hold what belongs in another place.

#include "grading/messages/message.h"
#include "kernelsmith/problem.h"

namespace grader {

/// Where the wrong elements of @p comparison, an output of @p buffer's shape, hold the values of other places, and what
/// that usually means: results shifted by a row or by an element, each tile transposed. Says nothing where they do not.
Message describe_moved_values(const kernelsmith::Comparison& comparison, const kernelsmith::Buffer& buffer);

} // namespace grader
