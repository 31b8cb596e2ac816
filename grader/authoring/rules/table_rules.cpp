#include "authoring/rules/table_rules.h"

#include <cmath>

#include <fmt/core.h>

#include "authoring/records/ladder/tables.h"
#include "authoring/rules/calibration_rules.h"
#include "authoring/rules/model_rules.h"
#include "authoring/rules/task_rules.h"
#include "grading/thresholds/rule.h"

namespace grader {
namespace {

namespace fs = std::filesystem;
using calibration::Calibrations;

/// Compares @p block with its file. Another rule reports a missing file.
Findings table_is_current(const GeneratedBlock& block, const std::string& lab, bool fix,
                          CheckReport& report) {
    const BlockState state = state_of(block);
    if (state == BlockState::current || !fs::exists(block.file)) return {};
    if (state == BlockState::missing)
        return {
            {block.file, 0,
             fmt::format("has no markers for the generated table; add the lines \"<!-- generated: {} -->\" "
                         "and \"<!-- end "
                         "generated -->\", then: grader check-course --fix",
                         block.name)}};
    if (!fix)
        return {
            {block.file, 0,
             fmt::format(
                 "the generated table \"{}\" is out of date; update it: build/bin/grader check-course --fix",
                 block.name)}};
    write_block(block);
    report.note(lab, {block.file, 0, fmt::format("updated the generated table \"{}\"", block.name)});
    return {};
}

/// Relative tolerance between `known` in a manifest and the measured speedup of the known program.
constexpr double known_tolerance = 0.05;

/// Returns the result of the build @p name of @p lab on @p slug; null if it was not measured, or if the
/// thresholds follow from other times than the ladder's.
const RungResult* measured_on(const std::map<std::string, Results>& results, const Calibrations& calibrations,
                              const std::string& slug, const Lab& lab, const std::string& name) {
    const auto measured = results.find(slug);
    if (measured == results.end() || is_calibrated(calibrations, lab, slug)) return nullptr;
    const auto cases = measured->second.labs.find(lab.id);
    if (cases == measured->second.labs.end() || cases->second.empty()) return nullptr;
    return cases->second.front().find(name);
}

/// Checks that the points of a lab begin where earlier labs end.
Findings known_is_where_points_begin(const Lab& lab, const std::map<std::string, Results>& results,
                                     const Calibrations& calibrations) {
    const SpeedRule& speed = lab.manifest.speed;
    if (speed.known.empty() || speed.known == baseline_file) return {};
    Findings findings;
    for (const auto& [slug, threshold] : speed.thresholds) {
        const RungResult* known =
            measured_on(results, calibrations, slug, lab, fs::path(speed.known).stem().string());
        if (known == nullptr ||
            std::abs(known->speedup - threshold.known) <= known_tolerance * known->speedup)
            continue;
        findings.push_back(
            {lab.directory / "lab.toml", 0,
             fmt::format("on {} {} was measured at {:.2f} times the baseline, but known is {:g}", slug,
                         speed.known, known->speedup, threshold.known)});
    }
    return findings;
}

/// Checks that thresholds chosen by hand satisfy the rule that the other thresholds follow from.
Findings thresholds_keep_the_rule(const Lab& lab, const std::map<std::string, Results>& results,
                                  const Calibrations& calibrations) {
    Findings findings;
    for (auto [slug, threshold] : lab.manifest.speed.thresholds) {
        const RungResult* solution = measured_on(results, calibrations, slug, lab, "solution");
        if (threshold.solution == 0 && solution != nullptr) threshold.solution = solution->speedup;
        if (const std::string breach = thresholds::rule_violation(threshold); !breach.empty())
            findings.push_back({lab.directory / "lab.toml", 0, fmt::format("on {} {}", slug, breach)});
    }
    return findings;
}

/// Checks the generated tables in files of @p directories.
void check_tables_in(const Course& course, const std::string& lab, const std::vector<fs::path>& directories,
                     const std::map<std::string, Results>& results, bool fix, CheckReport& report) {
    for (const GeneratedBlock& block : generated_blocks(course, results))
        for (const fs::path& directory : directories)
            if (block.file.parent_path() == directory)
                report.checked(lab, table_is_current(block, lab, fix, report));
}

} // namespace

void check_tables(const Course& course, const Lab& lab, const std::map<std::string, Results>& results,
                  bool fix, CheckReport& report) {
    check_tables_in(course, lab.id, {lab.directory, lab.solutions}, results, fix, report);
    report.checked(lab.id, scores_never_fall(lab, tasks::read_task_record(course.root())));
    if (!lab.manifest.has_timed_cases()) return;
    const Calibrations calibrations = calibration::all_calibrations(course.root());
    report.checked(lab.id, thresholds_keep_the_rule(lab, results, calibrations));
    report.checked(lab.id, known_is_where_points_begin(lab, results, calibrations));
    check_calibrations(lab, calibrations, report);
}

void check_tables(const Course& course, const std::map<std::string, Results>& results, bool fix,
                  CheckReport& report) {
    check_tables_in(course, "", {course.root() / "docs"}, results, fix, report);
    check_calibration_page(course, calibration::all_calibrations(course.root()), fix, report);
    check_model_record(course, fix, report);
}

} // namespace grader
