#pragma once

/// @file
/// Table of the mutation operators.

#include <string_view>
#include <vector>

#include "authoring/mutation/patterns.h"

namespace grader::mutation {

/// A mutation operator.
struct Rule {
    std::string_view name;    ///< prefix of the id of each mutant that it makes
    std::string_view mistake; ///< the beginner's mistake that it imitates, one sentence
    EditFinder find_edits;    ///< finds all places where it applies
};

/// All rules. If two rules make the same text, the mutant belongs to the first one.
const std::vector<Rule>& all_rules();

} // namespace grader::mutation
