#include "authoring/rules/patch_rules.h"

#include <algorithm>

#include <fmt/core.h>

#include "authoring/patch/patch.h"
#include "authoring/patch/patched.h"
#include "base/files.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr const char* how_to_write =
    "write the diff with: diff -U1 --label student.cu --label NAME.cu student.cu NAME.cu";

/// Reports whether @p words are at least one sentence, and an empty line.
bool are_sentences(const std::vector<std::string>& words) {
    const std::size_t empty = static_cast<std::size_t>(std::count(words.begin(), words.end(), ""));
    return words.size() > 1 && empty == 1 && words.back().empty() && words[words.size() - 2].ends_with('.');
}

/// Returns the fault of the context lines of @p hunk. More or fewer of them hide the mistake or its location.
std::string fault_of_context(const Hunk& hunk, std::size_t lines_of_solution) {
    constexpr std::size_t max_context_lines = 2; // one after a change, one before the next
    std::vector<std::size_t> runs = {0}; // runs of context lines: before the first change, and after each
                                         // change
    char before = ' ';
    for (const PatchLine& line : hunk.lines) {
        if (line.mark != ' ' && before == ' ') runs.push_back(0);
        if (line.mark == ' ') ++runs.back();
        before = line.mark;
    }
    const bool at_top = hunk.first == 0;
    const bool at_end = hunk.first + hunk.old_lines() == lines_of_solution;
    if (runs.size() < 2) return "changes nothing";
    if (runs.front() > 1 || (runs.front() == 0 && !at_top))
        return fmt::format("has {} lines of context before its first change instead of one", runs.front());
    if (runs.back() > 1 || (runs.back() == 0 && !at_end))
        return fmt::format("has {} lines of context after its last change instead of one", runs.back());
    if (std::any_of(runs.begin() + 1, runs.end() - 1,
                    [](std::size_t run) { return run > max_context_lines; }))
        return "has more than two lines between two changes";
    return {};
}

Findings faults_of(const fs::path& file) {
    Findings findings;
    try {
        const Patch patch = read_patch(read_text(file));
        const std::string solution = read_text(solution_of(file));
        (void)apply_patch(patch, solution);
        if (!are_sentences(patch.words))
            findings.push_back(
                {file, 1, "must begin with a sentence that describes the mistake, and an empty line"});
        const std::string name = file.stem().string() + ".cu";
        if (patch.from != "student.cu" || patch.to != name)
            findings.push_back(
                {file, patch.words.size() + 1,
                 fmt::format("must be a diff from student.cu to {}, but is one from {} to {}; {}", name,
                             patch.from, patch.to, how_to_write)});
        for (const Hunk& hunk : patch.hunks)
            if (const std::string fault = fault_of_context(hunk, split_lines(solution).size());
                !fault.empty())
                findings.push_back({file, hunk.line, fmt::format("the hunk {}; {}", fault, how_to_write)});
    } catch (const PatchError& error) {
        findings.push_back({file, error.line(),
                            fmt::format("does not fit the solution: {}; after a change of the solution: "
                                        "scripts/rebase-wrong",
                                        error.what())});
    }
    return findings;
}

} // namespace

void check_patches(const Lab& lab, CheckReport& report) {
    Findings findings;
    for (const WrongFile& wrong : lab.manifest.wrong) {
        const fs::path file = lab.solutions / "wrong" / wrong.file;
        if (!is_patch(file) || !fs::is_regular_file(file)) continue; // the rules on files report it
        for (Finding& finding : faults_of(file)) findings.push_back(std::move(finding));
    }
    report.checked(lab.id, findings);
}

} // namespace grader
