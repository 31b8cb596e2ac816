#pragma once

/// @file
/// Mutation score of a lab, and the page with the scores of all labs.

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "authoring/mutation/equivalents.h"
#include "authoring/mutation/grade_mutants.h"

namespace grader::mutation {

/// Smallest mutation score with which a lab passes.
inline constexpr double min_caught_share = 0.97;

/// Mutation score of one rule.
struct RuleTally {
    std::size_t mutants = 0; ///< mutants that count
    std::size_t caught = 0;  ///< the part of them that was caught
};

/// Mutation statistics of one lab.
struct Tally {
    std::size_t tried = 0;                        ///< all mutants that the rules made
    std::size_t not_compiling = 0;                ///< rejected by the compiler
    std::size_t same_program = 0;                 ///< compile to the same program as the solution
    std::size_t equivalent = 0;                   ///< listed as equivalent
    std::size_t survived = 0;                     ///< neither caught nor listed
    std::map<std::string, std::size_t> caught_by; ///< by the step that failed
    std::map<std::string, RuleTally> by_rule;     ///< by the rule's name; a rule without a mutant has no
                                                  ///< entry

    /// Mutants caught by any step.
    [[nodiscard]] std::size_t caught() const;
    /// Mutants that could be caught: all others do not compile, are the same program or are listed as
    /// equivalent.
    [[nodiscard]] std::size_t mutants() const { return caught() + survived; }
    /// Reports whether the lab catches at least min_caught_share of them; false if there are none.
    [[nodiscard]] bool catches_enough() const;
};

/// Counts @p results.
Tally tally_of(const std::vector<MutantResult>& results, const Equivalents& listed);

/// The last tally of every lab, by id.
using MutantRecord = std::map<std::string, Tally>;

/// Reads docs/results/mutants/labs.json under @p root; empty if there is none. Throws EnvironmentError if it
/// is malformed.
MutantRecord read_mutant_record(const std::filesystem::path& root);

/// Writes @p record and the page docs/results/mutants.md, which is rendered from it.
void write_mutant_record(const std::filesystem::path& root, const MutantRecord& record);

/// Renders the page docs/results/mutants.md.
std::string mutant_page(const MutantRecord& record);

} // namespace grader::mutation
