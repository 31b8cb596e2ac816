#include "authoring/mutation/tally.h"

#include <array>

#include <fmt/core.h>

#include "base/files.h"
#include "base/record/record_file.h"

template <> struct kernelsmith::Fields<grader::mutation::RuleTally> {
    using Tally = grader::mutation::RuleTally;
    static constexpr auto list =
        std::tuple(field("mutants", &Tally::mutants), field("caught", &Tally::caught));
};

template <> struct kernelsmith::Fields<grader::mutation::Tally> {
    using Tally = grader::mutation::Tally;
    static constexpr auto list =
        std::tuple(field("tried", &Tally::tried), field("not_compiling", &Tally::not_compiling),
                   field("same_program", &Tally::same_program), field("equivalent", &Tally::equivalent),
                   field("survived", &Tally::survived), field("caught_by", &Tally::caught_by),
                   field("rules", &Tally::by_rule));
};

namespace grader::mutation {
namespace {

namespace fs = std::filesystem;

/// The steps that can catch a mutant that compiles, in their order.
constexpr std::array catching_steps = {"runs", "correct", "clean", "technique", "fast"};

constexpr RecordKind kind_of_mutants = {"a record of mutants"};

fs::path mutants_file(const fs::path& root) { return root / "docs" / "results" / "mutants" / "labs.json"; }

std::string mutants_row(const std::string& id, const Tally& tally) {
    std::string row = fmt::format("| {} | {} | {} | {} | {} |", id, tally.tried, tally.not_compiling,
                                  tally.same_program, tally.equivalent);
    for (const char* step : catching_steps) {
        const auto found = tally.caught_by.find(step);
        row += fmt::format(" {} |", found == tally.caught_by.end() ? 0 : found->second);
    }
    const double share = tally.mutants() == 0 ? 0
                                              : 100.0 * static_cast<double>(tally.caught()) /
                                                    static_cast<double>(tally.mutants());
    return row +
           fmt::format(" {} | {} of {} | {:.1f} |\n", tally.survived, tally.caught(), tally.mutants(), share);
}

} // namespace

std::size_t Tally::caught() const {
    std::size_t sum = 0;
    for (const auto& [step, count] : caught_by) sum += count;
    return sum;
}

bool Tally::catches_enough() const {
    return mutants() > 0 &&
           static_cast<double>(caught()) >= min_caught_share * static_cast<double>(mutants());
}

Tally tally_of(const std::vector<MutantResult>& results, const Equivalents& listed) {
    Tally tally;
    for (const MutantResult& result : results) {
        ++tally.tried;
        if (result.outcome == MutantOutcome::not_compiling) ++tally.not_compiling;
        if (result.outcome == MutantOutcome::same_program) ++tally.same_program;
        if (!is_other_program(result)) continue;
        if (result.outcome == MutantOutcome::survived && listed.contains(result.mutant.id)) {
            ++tally.equivalent;
            continue;
        }
        RuleTally& rule = tally.by_rule[std::string(result.mutant.rule->name)];
        ++rule.mutants;
        if (result.outcome == MutantOutcome::caught)
            ++rule.caught, ++tally.caught_by[result.step];
        else
            ++tally.survived;
    }
    return tally;
}

MutantRecord read_mutant_record(const fs::path& root) {
    return record_in<MutantRecord>(mutants_file(root), kind_of_mutants);
}

void write_mutant_record(const fs::path& root, const MutantRecord& record) {
    write_record_file(mutants_file(root), kind_of_mutants, record);
    write_atomically(root / "docs" / "results" / "mutants.md", mutant_page(record));
}

std::string mutant_page(const MutantRecord& record) {
    std::string page =
        "# Mutation testing of the solutions\n\n"
        "Written by `grader check-course --mutants LAB --record`. A mutant is a lab's solution with one "
        "mistake in it. It is\ncaught by the first step of its grade on the simulator that fails; `fast` "
        "needs a GPU. How mutants are generated,\nand when one is the same program or equivalent: [the "
        "grader](../../grader/authoring/README.md#mutants).\n\n"
        "| lab | tried | not compiling | same program | equivalent |";
    for (const char* step : catching_steps) page += fmt::format(" `{}` |", step);
    page += " survived | caught | % |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";
    std::map<std::string, RuleTally> by_rule;
    for (const auto& [id, tally] : record) {
        page += mutants_row(id, tally);
        for (const auto& [name, rule] : tally.by_rule) {
            by_rule[name].mutants += rule.mutants;
            by_rule[name].caught += rule.caught;
        }
    }
    page += "\n## Mutation operators\n\nNumber of mutants of all labs that count, and how many of them were "
            "caught.\n\n"
            "| rule | mistake | mutants | caught |\n|---|---|---:|---:|\n";
    for (const Rule& rule : all_rules()) {
        const RuleTally& tally = by_rule[std::string(rule.name)];
        page +=
            fmt::format("| `{}` | {} | {} | {} |\n", rule.name, rule.mistake, tally.mutants, tally.caught);
    }
    return page;
}

} // namespace grader::mutation
