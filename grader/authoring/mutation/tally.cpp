#include "authoring/mutation/tally.h"

#include <array>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/files.h"
#include "base/json_text.h"

namespace grader::mutation {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// The steps that can catch a mutant which compiles, in their order.
constexpr std::array catching_steps = {"runs", "correct", "clean", "technique", "fast"};

fs::path record_file(const fs::path& root) { return root / "docs" / "results" / "mutants" / "labs.json"; }
fs::path page_file(const fs::path& root) { return root / "docs" / "results" / "mutants.md"; }

json to_json(const Tally& tally) {
    json rules = json::object();
    for (const auto& [name, rule] : tally.by_rule)
        rules[name] = {{"mutants", rule.mutants}, {"caught", rule.caught}};
    return {{"tried", tally.tried},
            {"not_compiling", tally.not_compiling},
            {"same_program", tally.same_program},
            {"equivalent", tally.equivalent},
            {"survived", tally.survived},
            {"caught_by", tally.caught_by},
            {"rules", rules}};
}

Tally from_json(const json& document) {
    Tally tally;
    tally.tried = document.at("tried");
    tally.not_compiling = document.at("not_compiling");
    tally.same_program = document.at("same_program");
    tally.equivalent = document.at("equivalent");
    tally.survived = document.at("survived");
    tally.caught_by = document.at("caught_by").get<std::map<std::string, std::size_t>>();
    for (const auto& [name, rule] : document.at("rules").items())
        tally.by_rule[name] = {rule.at("mutants"), rule.at("caught")};
    return tally;
}

std::string lab_row(const std::string& id, const Tally& tally) {
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

bool Tally::enough() const {
    return mutants() > 0 && static_cast<double>(caught()) >= least_caught * static_cast<double>(mutants());
}

Tally tally_of(const std::vector<Trial>& trials, const Equivalents& listed) {
    Tally tally;
    for (const Trial& trial : trials) {
        ++tally.tried;
        if (trial.fate == Fate::not_compiling) ++tally.not_compiling;
        if (trial.fate == Fate::same_program) ++tally.same_program;
        if (!is_other_program(trial)) continue;
        if (trial.fate == Fate::survived && listed.contains(trial.mutant.id)) {
            ++tally.equivalent;
            continue;
        }
        RuleTally& rule = tally.by_rule[std::string(trial.mutant.rule->name)];
        ++rule.mutants;
        if (trial.fate == Fate::caught)
            ++rule.caught, ++tally.caught_by[trial.step];
        else
            ++tally.survived;
    }
    return tally;
}

MutantRecord read_mutant_record(const fs::path& root) {
    MutantRecord record;
    if (!fs::exists(record_file(root))) return record;
    try {
        const json document = parse_json(read_text(record_file(root)));
        for (const auto& [id, tally] : document.items()) record[id] = from_json(tally);
    } catch (const json::exception& problem) {
        throw EnvironmentError(
            fmt::format("{} makes no sense: {}", record_file(root).string(), problem.what()));
    }
    return record;
}

void write_mutant_record(const fs::path& root, const MutantRecord& record) {
    json document = json::object();
    for (const auto& [id, tally] : record) document[id] = to_json(tally);
    fs::create_directories(record_file(root).parent_path());
    write_atomically(record_file(root), record_text(document));
    write_atomically(page_file(root), mutant_page(record));
}

std::string mutant_page(const MutantRecord& record) {
    std::string page =
        "# The mutants of the solutions\n\n"
        "Written by `grader check-course --mutants LAB --record`. A mutant is a lab's solution with one "
        "mistake in it. What\n"
        "catches it is the first step of its grade on the simulator that fails; `fast` needs a GPU. How "
        "mutants are made,\n"
        "and when one is the same program or equivalent: [the "
        "grader](../../grader/authoring/README.md#mutants).\n\n"
        "| lab | tried | not compiling | same program | equivalent |";
    for (const char* step : catching_steps) page += fmt::format(" `{}` |", step);
    page += " survived | caught | % |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";
    std::map<std::string, RuleTally> by_rule;
    for (const auto& [id, tally] : record) {
        page += lab_row(id, tally);
        for (const auto& [name, rule] : tally.by_rule) {
            by_rule[name].mutants += rule.mutants;
            by_rule[name].caught += rule.caught;
        }
    }
    page += "\n## The rules\n\nMutants of all labs that count, and how many of them were caught.\n\n"
            "| rule | the mistake | mutants | caught |\n|---|---|---:|---:|\n";
    for (const Rule& rule : all_rules()) {
        const RuleTally& tally = by_rule[std::string(rule.name)];
        page +=
            fmt::format("| `{}` | {} | {} | {} |\n", rule.name, rule.mistake, tally.mutants, tally.caught);
    }
    return page;
}

} // namespace grader::mutation
