#pragma once

/// @file
/// The kinds of suggestions, which are changes that would make a call faster: the simulator suggests changes of
/// launches, and the grader changes of the host code.

#include <string>
#include <vector>

namespace grader {

/// One kind of suggestion.
struct SuggestionKind {
    std::string name;  ///< name in reports of the simulator and in `lab.toml`: "sectors"
    std::string words; ///< what to do, for reports: "avoid its bank conflicts"
};

/// Returns all kinds of suggestions.
const std::vector<SuggestionKind>& suggestion_kinds();

/// Returns the kind called @p name; null if there is none.
const SuggestionKind* suggestion_kind(const std::string& name);

} // namespace grader
