#pragma once

/// @file
/// The table of the rules that make mutants.

#include <string_view>
#include <vector>

#include "authoring/mutation/patterns.h"

namespace grader::mutation {

/// A kind of change.
struct Rule {
    std::string_view name;    ///< begins the id of each mutant that it makes
    std::string_view mistake; ///< which mistake of a beginner it imitates, one sentence
    EditFinder find_edits;    ///< where a source can be changed so
};

/// All of them. Where two make the same text, the first one has made it.
const std::vector<Rule>& all_rules();

} // namespace grader::mutation
