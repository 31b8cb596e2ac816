#include "authoring/rules/calibration_rules.h"

#include <fmt/core.h>

#include "authoring/records/calibration/conclude.h"
#include "authoring/records/calibration/manifest_line.h"
#include "authoring/records/calibration/page.h"
#include "base/files.h"

namespace grader {
namespace {

namespace fs = std::filesystem;
using calibration::CalibratedLab;
using calibration::threshold_line;

std::optional<Threshold> thresholds_in(const Manifest& manifest, const std::string& slug) {
    const auto found = manifest.speed.thresholds.find(slug);
    if (found == manifest.speed.thresholds.end()) return std::nullopt;
    return found->second;
}

std::string line_or_none(const std::string& slug, const std::optional<Threshold>& threshold) {
    return threshold ? threshold_line(slug, *threshold) : fmt::format("no thresholds for {}", slug);
}

/// Returns the values of @p threshold that are chosen by hand on the reference GPU.
Threshold chosen(Threshold threshold) {
    threshold.solution = threshold.limit = 0;
    return threshold;
}

/// Returns violations in the thresholds of @p lab for the GPU with the slug @p slug, whose record is @p
/// found.
Findings thresholds_follow(const Lab& lab, const std::string& slug, const CalibratedLab& found) {
    const fs::path manifest = lab.directory / "lab.toml";
    const std::string again = fmt::format("grader calibrate {} --record", lab.id.substr(0, 2));
    const std::string& reference = lab.manifest.speed.reference;
    const Threshold here = lab.manifest.speed.thresholds.at(reference);
    const Threshold& then = found.reference.threshold;
    const bool same_reference =
        found.reference.gpu == reference && (slug == reference ? chosen(then) == chosen(here) : then == here);
    if (!same_reference)
        return {{manifest, 0,
                 fmt::format("the thresholds for {} have changed since {} was calibrated by them; measure "
                             "again there: {}",
                             reference, slug, again)}};
    const Threshold due = calibration::thresholds_of(found, slug);
    Findings findings;
    if (found.threshold != due)
        findings.push_back(
            {manifest, 0,
             fmt::format("docs/results/calibration/{}.json has {}, but the rule gives for its speedups: {}; "
                         "measure again: {}",
                         slug, threshold_line(slug, found.threshold), threshold_line(slug, due), again)});
    if (const auto written = thresholds_in(lab.manifest, slug); written != due)
        findings.push_back({manifest, 0,
                            fmt::format("has {}, but the measured speedups give: {}; write that, or measure "
                                        "again: {}",
                                        line_or_none(slug, written), threshold_line(slug, due), again)});
    return findings;
}

} // namespace

bool is_calibrated(const calibration::Calibrations& calibrations, const Lab& lab, const std::string& slug) {
    const auto found = calibrations.find(slug);
    return slug != lab.manifest.speed.reference && found != calibrations.end() &&
           found->second.labs.contains(lab.id);
}

void check_calibrations(const Lab& lab, const calibration::Calibrations& calibrations, CheckReport& report) {
    if (!lab.manifest.has_timed_cases()) return;
    for (const auto& [slug, calibration] : calibrations)
        if (const auto found = calibration.labs.find(lab.id); found != calibration.labs.end())
            report.checked(lab.id, thresholds_follow(lab, slug, found->second));
}

void check_calibration_page(const Course& course, const calibration::Calibrations& calibrations, bool fix,
                            CheckReport& report) {
    const fs::path file = calibration::page_file(course.root());
    if (calibrations.empty() && !fs::exists(file)) return;
    const std::string page = calibration::page(calibrations);
    if (read_text(file) == page) return report.checked("", {});
    if (!fix)
        return report.checked(
            "",
            {{file, 0,
              "is out of date: its records have changed; update it: build/bin/grader check-course --fix"}});
    write_atomically(file, page);
    report.checked("", {});
    report.note("", {file, 0, "updated the page"});
}

} // namespace grader
