#pragma once

/// @file
/// The sentence that says what limits a modelled time, and the names of the parts that it is made of.

#include <string>
#include <vector>

#include "grading/inspect/observation.h"

namespace grader {

/// The share of a time for which one part of the GPU is busy, or which one overhead takes.
struct TimeShare {
    std::string part; ///< a term of a modelled time ("dram"), or a CallTerm
    double share = 0; ///< from 0 to 1
};

/// Says that @p kernel, which would take @p time, is limited by the part that is busy longest, for what share of the time that part is
/// busy, and what happens in the rest where the rest is more than a tenth. Empty if no part has a name.
std::string limit_of_launch(const std::string& kernel, const ModelledTime& time);

/// Says the same of a whole call, whose @p shares add up to 1: nothing of it overlaps.
std::string limit_of_call(const std::vector<TimeShare>& shares);

/// Returns the name of the term @p term of a modelled time: "the L2 cache". Returns @p term itself if it has no name.
std::string part_in_words(const std::string& term);

} // namespace grader
