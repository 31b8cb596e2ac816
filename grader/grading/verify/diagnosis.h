#pragma once

/// @file
/// From a list of wrong elements to a sentence that helps.

#include <string>
#include <vector>

#include "grading/channel/launch.h"
#include "grading/verify/wrong_places.h"
#include "kernelsmith/problem.h"

namespace grader {

/// What is known of the call beside its results.
struct CallKnown {
    std::vector<Launch> launches = {};        ///< the kernels that are known to have been launched
    LaunchOwner launch = LaunchOwner::course; ///< whose the launch is
};

/// What the wrong elements of @p comparison, an output of @p buffer's shape, look like and what that
/// suggests: one sentence for each pattern found, the most telling first. Empty when there is no pattern.
std::vector<std::string> diagnose(const kernelsmith::Comparison& comparison,
                                  const kernelsmith::Buffer& buffer, const CallKnown& call);

/// The first mismatches as lines: place, expected, got.
std::vector<std::string> mismatch_table(const kernelsmith::Comparison& comparison,
                                        const kernelsmith::Buffer& buffer);

} // namespace grader
