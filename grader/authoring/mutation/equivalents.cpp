#include "authoring/mutation/equivalents.h"

#include <algorithm>

#include <fmt/core.h>

#include "course/manifest.h"
#include "course/strict_table.h"

namespace grader::mutation {
namespace {

/// Returns why the mutant of @p result may not be listed as equivalent; empty if it may.
std::string why_not(const MutantResult& result) {
    switch (result.outcome) {
        case MutantOutcome::not_compiling: return "does not compile";
        case MutantOutcome::same_program: return "is the same program, which need not be listed";
        case MutantOutcome::caught: return "is caught by the step " + result.step;
        case MutantOutcome::survived: break;
    }
    return {};
}

} // namespace

Equivalents read_equivalents(const std::filesystem::path& file) {
    Equivalents listed;
    if (!std::filesystem::exists(file)) return listed;
    TomlErrors complaints(file.string());
    read_strictly(file, complaints, [&](StrictTable& root) {
        UniqueValues ids;
        for (StrictTable& table : root.tables("equivalent")) {
            const std::string id = table.text("id");
            ids.add(table, "id", id);
            listed[id] = table.text("reason");
            table.report_unknown_keys();
        }
        root.report_unknown_keys();
    });
    if (!complaints.empty()) throw ManifestError(complaints.text());
    return listed;
}

std::filesystem::path equivalents_file(const Lab& lab) { return lab.solutions / "equivalent_mutants.toml"; }

std::vector<std::string> faults_of(const Equivalents& listed, const std::vector<MutantResult>& results) {
    std::vector<std::string> faults;
    for (const auto& [id, reason] : listed) {
        const auto found = std::find_if(results.begin(), results.end(),
                                        [&](const MutantResult& result) { return result.mutant.id == id; });
        const std::string why = found == results.end() ? "is not a mutant of this solution" : why_not(*found);
        if (!why.empty()) faults.push_back(fmt::format("{} is listed as equivalent, and {}", id, why));
    }
    const auto programs = std::count_if(results.begin(), results.end(), is_other_program);
    if (static_cast<double>(listed.size()) > max_equivalent_share * static_cast<double>(programs))
        faults.push_back(fmt::format("{} of {} mutants are listed as equivalent; at most {:g} % may be",
                                     listed.size(), programs, 100 * max_equivalent_share));
    return faults;
}

} // namespace grader::mutation
