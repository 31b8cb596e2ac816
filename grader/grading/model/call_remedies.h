#pragma once

/// @file
/// What would make a call faster, by line of its source.

#include <cstddef>
#include <string>
#include <vector>

#include "grading/model/modelled_call.h"

namespace grader {

/// What a call would take if one thing about it were otherwise.
struct CallRemedy {
    std::string file; ///< of the line that it is about; empty: it is about whole launches, or about the host
    std::size_t line = 0; ///< 1-based; 0: it is about no line
    std::string what;     ///< "sectors", as the simulator names it
    double ms = 0;        ///< all of the call, then
};

/// What is to be changed: "line", "kernel" or "host".
const char* subject_of(const CallRemedy& remedy);

/// Those of @p call, which was watched for them; the one that gains most comes first. Launches of one kernel and shape that
/// were not asked about gain as much as the last one that was.
std::vector<CallRemedy> remedies_of(const ModelledCall& call);

/// What is to be done, in words: "let neighbouring threads use neighbouring bytes". @p what itself where there are none.
std::string remedy_in_words(const std::string& what);

} // namespace grader
