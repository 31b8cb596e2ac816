#pragma once

/// @file
/// What the places of wrong elements have in common.

#include "grading/messages/message.h"
#include "kernelsmith/problem.h"

namespace grader {

/// Whose a kernel's launch is.
enum class LaunchOwner {
    course, ///< it stands outside of the TODO regions: grid and block are right, or follow from constants
    student ///< it stands in a TODO region, or the file has none
};

/// What the places of the wrong elements of @p comparison, an output of @p buffer's shape, have in common, and what
/// that usually means: one row, every 32nd element, only the last tile. Says nothing where they have nothing in common.
Message describe_mismatch_positions(const kernelsmith::Comparison& comparison,
                                    const kernelsmith::Buffer& buffer, LaunchOwner launch);

} // namespace grader
