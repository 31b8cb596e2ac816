#pragma once

/// @file
/// Patterns in a list of wrong elements.

#include <vector>

#include "grading/channel/launch.h"
#include "grading/messages/message.h"
#include "grading/verify/mismatch_positions.h"
#include "kernelsmith/problem.h"

namespace grader {

/// Facts about the call in addition to its results.
struct CallContext {
    std::vector<Launch> launches = {};        ///< the kernels that are known to have been launched
    LaunchOwner launch = LaunchOwner::course; ///< who wrote the launch
};

/// Describes patterns of the wrong elements of @p comparison, an output with @p buffer's shape, and the
/// causes that they suggest: one message per pattern, the most telling first. Empty if no pattern is found.
std::vector<Message> diagnose(const kernelsmith::Comparison& comparison, const kernelsmith::Buffer& buffer,
                              const CallContext& call);

/// Returns the finding of a problem's own check as a message.
Message diagnosis_of(const kernelsmith::Diagnosis& diagnosis);

/// Returns the first mismatches as messages of the kind `mismatch`.
std::vector<Message> mismatch_table(const kernelsmith::Comparison& comparison,
                                    const kernelsmith::Buffer& buffer);

} // namespace grader
