#include "authoring/rules/skeleton_rules.h"

#include <algorithm>

#include <fmt/core.h>

#include "base/files.h"
#include "base/text.h"
#include "course/skeleton.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t skeleton_rules = 5;

/// The two texts that must match outside the TODO regions.
struct SkeletonAndSolution {
    const Lab& lab;
    RegionedSource skeleton;
    RegionedSource solution;

    [[nodiscard]] fs::path solution_file() const { return lab.solutions / "student.cu"; }
    [[nodiscard]] bool well_formed() const { return skeleton.errors.empty() && solution.errors.empty(); }
};

Findings each_task_has_a_region(const SkeletonAndSolution& pair) {
    Findings findings;
    for (const std::string& error : pair.skeleton.errors) findings.push_back({pair.lab.student(), 0, error});
    for (const std::string& error : pair.solution.errors)
        findings.push_back({pair.solution_file(), 0, error});

    // Regions may be in any order in the file: a launch is chosen after the kernel is written, and a constant
    // is above it.
    const std::size_t tasks = pair.lab.manifest.tasks.size();
    const std::vector<Region>& regions = pair.skeleton.regions;
    for (std::size_t number = 1; number <= tasks; ++number) {
        const auto count = std::count_if(regions.begin(), regions.end(), [&](const Region& region) {
            return region.number == static_cast<int>(number);
        });
        if (count != 1)
            findings.push_back({pair.lab.student(), 0,
                                fmt::format("has {} regions TODO({}); lab.toml has {} tasks, so each number "
                                            "from 1 to {} must occur once",
                                            count, number, tasks, tasks)});
    }
    for (const Region& region : regions) {
        if (region.number < 1 || static_cast<std::size_t>(region.number) > tasks)
            findings.push_back(
                {pair.lab.student(), region.line,
                 fmt::format("TODO({}) is not a task: lab.toml has {}", region.number, tasks)});
        if (region.about_lines == 0)
            findings.push_back({pair.lab.student(), region.line,
                                fmt::format("TODO({}) does not announce its length; add \"(about N lines)\"",
                                            region.number)});
    }
    return findings;
}

/// A line outside the regions, and its line number in its file.
struct OutsideLine {
    std::size_t number = 0;
    std::string text;
};

std::vector<OutsideLine> outside_lines(const RegionedSource& source) {
    std::vector<OutsideLine> lines;
    std::size_t number = 0;
    auto region = source.regions.begin();
    for (const std::string_view line : split_lines(source.outside)) {
        lines.push_back({++number, std::string(line)});
        if (region == source.regions.end() || number != region->line) continue;
        number += region->lines.size();
        ++region;
    }
    return lines;
}

Findings outside_the_regions_they_are_equal(const SkeletonAndSolution& pair) {
    const std::vector<OutsideLine> here = outside_lines(pair.skeleton);
    const std::vector<OutsideLine> there = outside_lines(pair.solution);
    const auto [one, other] = std::mismatch(here.begin(), here.end(), there.begin(), there.end(),
                                            [](const auto& a, const auto& b) { return a.text == b.text; });
    if (one == here.end() && other == there.end()) return {};
    const auto quote = [](auto line, auto end) {
        return line == end ? "its end" : fmt::format("\"{}\"", line->text);
    };
    const auto number = [](auto line, const auto& all) {
        return line == all.end() ? (all.empty() ? 0 : all.back().number) + 1 : line->number;
    };
    return {
        {pair.lab.student(), number(one, here),
         fmt::format("differs from solutions/{}/student.cu:{} outside the TODO regions: {} here, {} there; "
                     "make them the same",
                     pair.lab.id, number(other, there), quote(one, here.end()), quote(other, there.end()))}};
}

Findings regions_are_as_long_as_announced(const SkeletonAndSolution& pair) {
    Findings findings;
    for (const Region& region : pair.skeleton.regions) {
        const auto filled = std::find_if(pair.solution.regions.begin(), pair.solution.regions.end(),
                                         [&](const Region& other) { return other.number == region.number; });
        if (filled == pair.solution.regions.end() || region.about_lines == 0) continue;
        const auto announced = static_cast<std::size_t>(region.about_lines);
        const std::size_t lines = filled->code_lines();
        if (2 * lines < announced || lines > 2 * announced)
            findings.push_back(
                {pair.lab.student(), region.line,
                 fmt::format("TODO({}) announces about {} lines, but the solution has {}; announce what it "
                             "takes",
                             region.number, announced, lines)});
    }
    return findings;
}

Findings regions_hold_no_code(const SkeletonAndSolution& pair) {
    if (pair.lab.manifest.starts_right) return {}; // the regions contain the slow program
    Findings findings;
    for (const Region& region : pair.skeleton.regions)
        if (region.code_lines() > 0)
            findings.push_back(
                {pair.lab.student(), region.line,
                 fmt::format("edited: TODO({}) contains code; a released skeleton contains none but lines "
                             "marked // replace",
                             region.number)});
    return findings;
}

/// Checks the fingerprint by which the grader recognizes a skeleton.
Findings fingerprint_is_current(const SkeletonAndSolution& pair, bool fix, CheckReport& report) {
    const std::string& noted = pair.lab.manifest.skeleton_fingerprint;
    const std::string current = fingerprint(pair.skeleton);
    if (noted == current) return {};
    const fs::path manifest = pair.lab.directory / "lab.toml";
    if (fix && !noted.empty()) {
        std::string text = read_text(manifest);
        const std::string line = fmt::format("skeleton_hash = \"{}\"", noted);
        if (const std::size_t at = text.find(line); at != std::string::npos) {
            write_atomically(manifest,
                             text.replace(at, line.size(), fmt::format("skeleton_hash = \"{}\"", current)));
            report.note(pair.lab.id, {manifest, 0, "updated the fingerprint of the skeleton"});
            return {};
        }
    }
    return {
        {manifest, 0,
         fmt::format("says skeleton_hash = \"{}\", and the regions of student.cu are {}; the grader would "
                     "not recognize an unedited file: update it, or run grader check-course --fix",
                     noted, current)}};
}

} // namespace

bool worked_on(const Lab& lab) {
    const RegionedSource source = split_regions(read_text(lab.student()));
    return count_started_regions(source) > 0 && !is_unchanged_skeleton(lab.manifest, source);
}

void check_skeleton(const Lab& lab, const SkeletonCheck& check, CheckReport& report) {
    const SkeletonAndSolution pair{lab, split_regions(read_text(lab.student())),
                                   split_regions(read_text(lab.solutions / "student.cu"))};
    if (!fs::exists(lab.student()) || !fs::exists(pair.solution_file()))
        return report.not_checked(lab.id, skeleton_rules, "a student.cu is missing");
    if (worked_on(lab) && !check.released) {
        report.note(lab.id, {lab.student(), 0, "edited: the rules on skeletons were not checked"});
        return report.not_checked(lab.id, skeleton_rules, "a student.cu was edited");
    }
    report.checked(lab.id, regions_hold_no_code(pair));
    report.checked(lab.id, fingerprint_is_current(pair, check.fix, report));
    report.checked(lab.id, each_task_has_a_region(pair));
    if (!pair.well_formed())
        return report.not_checked(lab.id, skeleton_rules - 3, "TODO regions are malformed");
    report.checked(lab.id, outside_the_regions_they_are_equal(pair));
    report.checked(lab.id, regions_are_as_long_as_announced(pair));
}

} // namespace grader
