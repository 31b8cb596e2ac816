#pragma once

/// @file
/// Wrong elements that hold the value of another position.

#include "grading/messages/message.h"
#include "kernelsmith/problem.h"

namespace grader {

/// Describes how the wrong elements of @p comparison, an output with @p buffer's shape, hold the values of
/// other positions, and the usual cause: results shifted by a row or by an element, each tile transposed. An
/// empty message if they do not.
Message describe_moved_values(const kernelsmith::Comparison& comparison, const kernelsmith::Buffer& buffer);

} // namespace grader
