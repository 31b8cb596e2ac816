#pragma once

/// @file
/// Common properties of the positions of wrong elements.

#include "grading/messages/message.h"
#include "kernelsmith/problem.h"

namespace grader {

/// The author of a kernel's launch.
enum class LaunchOwner {
    course, ///< the launch is outside of the TODO regions: grid and block are right, or follow from constants
    student ///< the launch is in a TODO region, or the file has none
};

/// Describes the property that the positions of the wrong elements of @p comparison, an output with
/// @p buffer's shape, have in common, and its usual cause: one row, every 32nd element, only the last tile.
/// An empty message if they have none in common.
Message describe_mismatch_positions(const kernelsmith::Comparison& comparison,
                                    const kernelsmith::Buffer& buffer, LaunchOwner launch);

} // namespace grader
