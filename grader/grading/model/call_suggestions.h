#pragma once

/// @file
/// Suggestions that would make a call faster, by source line.

#include <cstddef>
#include <string>
#include <vector>

#include "grading/model/modelled_call.h"

namespace grader {

/// The predicted time of a call after one change (a what-if analysis).
struct CallSuggestion {
    std::string file; ///< file of the line; empty: the suggestion is about whole launches, or about the host
    std::size_t line = 0; ///< 1-based; 0: the suggestion is not about a line
    std::string what;     ///< the simulator's name of the suggestion: "sectors"
    double ms = 0;        ///< time of the whole call with the change
};

/// Returns the subject of the change: "line", "kernel" or "host".
const char* subject_of(const CallSuggestion& suggestion);

/// Returns the suggestions of @p call, which was recorded with them, in order of decreasing gain. Launches of
/// one kernel and shape without suggestions of their own gain as much as the last one that has them.
std::vector<CallSuggestion> suggestions_of(const ModelledCall& call);

/// Returns what to do, in words: "let neighbouring threads access neighbouring addresses (coalescing)". Returns @p what itself if
/// it has none.
std::string suggestion_in_words(const std::string& what);

} // namespace grader
