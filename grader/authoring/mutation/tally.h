#pragma once

/// @file
/// What the mutants of a lab come to, and the page that tells it of all labs.

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "authoring/mutation/equivalents.h"
#include "authoring/mutation/grade_mutants.h"

namespace grader::mutation {

/// From this share on, a lab catches its mutants.
inline constexpr double min_caught_share = 0.97;

/// How often one rule was applied.
struct RuleTally {
    std::size_t mutants = 0; ///< that count
    std::size_t caught = 0;  ///< of those
};

/// Numbers of one lab's mutants.
struct Tally {
    std::size_t tried = 0;                        ///< all that the rules made
    std::size_t not_compiling = 0;                ///< refused by the compiler
    std::size_t same_program = 0;                 ///< dropped as the solution again
    std::size_t equivalent = 0;                   ///< listed
    std::size_t survived = 0;                     ///< neither caught nor listed
    std::map<std::string, std::size_t> caught_by; ///< by the step that failed
    std::map<std::string, RuleTally> by_rule;     ///< by the rule's name; a rule without a mutant has none

    /// By all steps together.
    [[nodiscard]] std::size_t caught() const;
    /// That could be caught: all others do not compile, are the same program or listed.
    [[nodiscard]] std::size_t mutants() const { return caught() + survived; }
    /// Whether the lab catches at least min_caught_share of them; where there are none, it does not.
    [[nodiscard]] bool catches_enough() const;
};

/// Counts @p trials.
Tally tally_of(const std::vector<MutantResult>& results, const Equivalents& listed);

/// Every lab's last tally, by id.
using MutantRecord = std::map<std::string, Tally>;

/// Reads docs/results/mutants/labs.json under @p root; empty where there is none. Throws EnvironmentError where it makes no
/// sense.
MutantRecord read_mutant_record(const std::filesystem::path& root);

/// Writes @p record and the page docs/results/mutants.md that is made from it.
void write_mutant_record(const std::filesystem::path& root, const MutantRecord& record);

/// The page, as it has to stand in docs/results/mutants.md.
std::string mutant_page(const MutantRecord& record);

} // namespace grader::mutation
