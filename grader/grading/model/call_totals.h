#pragma once

/// @file
/// Totals of a modelled call on the whole GPU, over all its launches.

#include <string>
#include <vector>

#include "grading/messages/message.h"
#include "grading/model/modelled_call.h"

namespace grader {

/// The time that one resource needs in a call.
struct CallTerm {
    std::string name; ///< the simulator's name: "dram"
    double ms = 0;    ///< time that it would need alone, in the timed case
};

/// Returns the terms of all launches of @p call, summed, in decreasing order. Omits terms that are 0 in all
/// of them.
std::vector<CallTerm> terms_of(const ModelledCall& call);

/// The limiter (bottleneck) of a call.
struct CallLimiter {
    std::string name; ///< the simulator's name, "dram", or the name of a CallTerm
    Message parts;    ///< a message of kind time_limit
};

/// Returns the limiter of @p call: its copies or the host, if one of them takes most of the time; otherwise
/// the limiter of its longest launch. At least one launch must have a time.
CallLimiter limiter_of(const ModelledCall& call);

/// Returns the operations of the timed case. One operation is one arithmetic instruction that one lane
/// executes: on integers, bits or floating-point numbers, or a conversion. A multiply-add is one.
double operations_of(const ModelledCall& call);

/// Returns the bytes that the timed case moves from and to DRAM, extrapolated from the part of the GPU in
/// which @p call was modelled.
double dram_bytes_of(const ModelledCall& call);

} // namespace grader
