#pragma once

/// @file
/// Generates all mutants of a source.

#include <cstddef>
#include <string>
#include <vector>

#include "authoring/mutation/rules.h"

namespace grader::mutation {

/// A source with one change.
struct Mutant {
    std::string id;       ///< `drop_barrier@57`, or `index_up@57#2` for the second occurrence in that line
    const Rule* rule;     ///< the rule that made it
    std::size_t line = 0; ///< first line of the change
    std::string text;     ///< the whole source
};

/// Applies @p rules to @p text, rule by rule and in the order of the lines. Returns each resulting text
/// once, and never the original text.
std::vector<Mutant> mutants_of(const std::string& text, const std::vector<Rule>& rules = all_rules());

/// Number of mutants that suffices for a lab.
inline constexpr std::size_t target_mutants = 120;

/// Samples @p mutants with the same number per rule, as far as a rule has so many, spread evenly over the
/// file: the smallest number that leaves at least @p target mutants, or all.
std::vector<Mutant> sample_of(const std::vector<Mutant>& mutants, std::size_t target = target_mutants);

/// Returns the lines that differ between @p text and @p changed, as a diff: `57 - old`, `57 + new`.
std::vector<std::string> line_diff(const std::string& text, const std::string& changed);

} // namespace grader::mutation
