#pragma once

/// @file
/// Patterns in a list of wrong elements.

#include <vector>

#include "grading/channel/launch.h"
#include "grading/messages/message.h"
#include "grading/verify/mismatch_positions.h"
#include "kernelsmith/problem.h"

namespace grader {

/// What is known of the call beside its results.
struct CallContext {
    std::vector<Launch> launches = {};        ///< the kernels that are known to have been launched
    LaunchOwner launch = LaunchOwner::course; ///< whose the launch is
};

/// What the wrong elements of @p comparison, an output of @p buffer's shape, look like and what that
/// suggests: a message for each pattern found, the most telling first. Empty when there is no pattern.
std::vector<Message> diagnose(const kernelsmith::Comparison& comparison, const kernelsmith::Buffer& buffer,
                              const CallContext& call);

/// What a problem's own check has found.
Message diagnosis_of(const kernelsmith::Diagnosis& diagnosis);

/// The first mismatches, of kind mismatch.
std::vector<Message> mismatch_table(const kernelsmith::Comparison& comparison,
                                    const kernelsmith::Buffer& buffer);

} // namespace grader
