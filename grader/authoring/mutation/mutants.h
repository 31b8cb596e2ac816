#pragma once

/// @file
/// All mutants of a source.

#include <cstddef>
#include <string>
#include <vector>

#include "authoring/mutation/rules.h"

namespace grader::mutation {

/// A source with one change.
struct Mutant {
    std::string id;       ///< `drop_barrier@57`, or `index_up@57#2` for the second place of that line
    const Rule* rule;     ///< that made it
    std::size_t line = 0; ///< where the change begins
    std::string text;     ///< of the whole source
};

/// What @p rules make of @p text, rule by rule and in the order of the lines. The same text is made once, and none
/// is the text itself.
std::vector<Mutant> mutants_of(const std::string& text, const std::vector<Rule>& rules = all_rules());

/// So many mutants are enough for a lab.
inline constexpr std::size_t target_mutants = 120;

/// Of @p mutants the same number for every rule, if it has so many, spread evenly over the file: the smallest number
/// that leaves at least @p enough of them, or all.
std::vector<Mutant> sample_of(const std::vector<Mutant>& mutants, std::size_t target = target_mutants);

/// The lines of @p changed that are others than in @p text, as a diff shows them: `57 - old`, `57 + new`.
std::vector<std::string> line_diff(const std::string& text, const std::string& changed);

} // namespace grader::mutation
