#pragma once

/// @file
/// The parts of the GPU and the overheads that limit a modelled time.

#include <string>
#include <vector>

#include "grading/inspect/observation.h"
#include "grading/messages/message.h"

namespace grader {

/// The share of a time in which one part of the GPU is busy, or which one overhead takes.
struct TimeShare {
    std::string part; ///< a term of a modelled time ("dram"), or a CallTerm
    double share = 0; ///< from 0 to 1
};

/// Returns the parts of the GPU that limit the modelled @p time of @p kernel.
Message limit_of_launch(const std::string& kernel, const ModelledTime& time);

/// Returns the limits of a whole call, whose @p shares add up to 1, because nothing in it overlaps.
Message limit_of_call(std::vector<TimeShare> shares);

} // namespace grader
