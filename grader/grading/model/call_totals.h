#pragma once

/// @file
/// What a modelled call does on the whole GPU, over all its launches.

#include <string>
#include <vector>

#include "grading/messages/message.h"
#include "grading/model/modelled_call.h"

namespace grader {

/// What one thing takes of a call.
struct CallTerm {
    std::string name; ///< "dram", as the simulator names it
    double ms = 0;    ///< that it would take alone, in the timed case
};

/// The terms of all launches of @p call, added up, the longest first. One that takes no time in any of them is left out.
std::vector<CallTerm> terms_of(const ModelledCall& call);

/// What limits a call.
struct CallLimiter {
    std::string name; ///< "dram", as the simulator names it, or the name of a CallTerm
    Message parts;    ///< of kind time_limit
};

/// What limits @p call: its copies or the host, where one of them takes most of the time; else what limits its longest
/// launch. It has to have one with a time.
CallLimiter limiter_of(const ModelledCall& call);

/// Operations of the timed case. One operation is one arithmetic instruction that one lane executes: on whole numbers, bits or
/// floating-point numbers, or from one type to another. A multiply-add is one.
double operations_of(const ModelledCall& call);

/// Bytes that the timed case moves from and to DRAM, as far as @p call moved them in the part of the GPU that was modelled.
double dram_bytes_of(const ModelledCall& call);

} // namespace grader
