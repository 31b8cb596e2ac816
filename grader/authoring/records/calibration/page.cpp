#include "authoring/records/calibration/page.h"

#include <fmt/core.h>

#include "authoring/records/calibration/manifest_line.h"
#include "base/text.h"

namespace grader::calibration {
namespace {

namespace fs = std::filesystem;
using thresholds::Role;

/// Describes a program by its role, because its file name may not.
const char* what_is(Role role) {
    switch (role) {
        case Role::baseline: return "baseline against itself";
        case Role::known: return "known program";
        case Role::closest: return "slowest rung that must pass";
        case Role::solution: return "the solution";
    }
    return "";
}

std::string reached_in_words(const thresholds::MeasuredSpeedup& reached) {
    return fmt::format("  {:<26} {:>7.4g} times the baseline ({:.4g} to {:.4g}), {} grades: {}\n",
                       printable(reached.file), reached.ratio, reached.low, reached.high, reached.grades,
                       what_is(reached.role));
}

/// Returns warnings on the counts, if they violate the criteria.
std::string doubts_about(const CalibratedLab& lab) {
    std::string text;
    if (const VerdictCount above = lab.counted(VerdictCriterion::above); above.below > 0)
        text += "  warning: a build 3 % above a threshold may fail here. Do other users load this machine?\n";
    // If the solution is hardly faster, the known program may pass.
    const bool clear = lab.threshold.solution >= thresholds::min_clear_gap * lab.threshold.known;
    if (const VerdictCount known = lab.counted(VerdictCriterion::known);
        clear && lab.threshold.gain == 0 && known.below < known.verdicts)
        text += fmt::format("  warning: the known program failed `pass` only {} of {} times\n", known.below,
                            known.verdicts);
    if (const VerdictCount closest = lab.counted(VerdictCriterion::closest); closest.below > 0)
        text += fmt::format("  warning: a rung that must pass failed {} of {} times\n", closest.below,
                            closest.verdicts);
    if (const VerdictCount full = lab.counted(VerdictCriterion::full); full.below > 0)
        text += fmt::format("  warning: the solution missed full marks {} of {} times\n", full.below,
                            full.verdicts);
    return text;
}

std::string threshold_cells(const Threshold& threshold) {
    return fmt::format("{:g} | {:g} | {:g} ", threshold.known, threshold.pass, threshold.full);
}

std::string count_cell(const VerdictCount& count) {
    if (count.verdicts == 0) return "";
    return fmt::format("{} of {}, {} too close", count.below, count.verdicts, count.close);
}

/// Escapes a name for a table cell: the record may come from an untrusted source.
std::string cell(const std::string& text) {
    std::string cell;
    for (const char c : printable(text)) {
        if (c == '|') cell += '\\';
        cell += c;
    }
    return cell;
}

std::string ratio_cell(const thresholds::MeasuredSpeedup* reached) {
    if (reached == nullptr) return "";
    return fmt::format("{:.4g} ({:.4g} to {:.4g})", reached->ratio, reached->low, reached->high);
}

std::string limit_cell(double limit) { return limit > 0 ? fmt::format("{:.4g}", limit) : ""; }

std::string version(int number) { return fmt::format("{}.{}", number / 1000, number % 1000 / 10); }

std::string section(const std::string& slug, const Calibration& calibration) {
    std::string text = fmt::format("\n## {} (`{}`)\n\nLevel `{}`, CUDA {}, a driver for CUDA {}.\n\n"
                                   "| lab | case | known program | solution | limit | `known` | `pass` | "
                                   "`full` | failed at the threshold | "
                                   "failed 3 % above it | known program, failed | seconds |\n"
                                   "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n",
                                   cell(calibration.device), slug, cell(calibration.isolation),
                                   version(calibration.toolkit), version(calibration.driver));
    VerdictCount at;
    VerdictCount above;
    bool is_reference = false;
    for (const auto& [id, lab] : calibration.labs) {
        text += fmt::format("| {} | {} | {} | {} | {} | {}| {} | {} | {} | {:.0f} |\n", cell(id),
                            cell(lab.case_name), ratio_cell(lab.find(Role::known)),
                            ratio_cell(lab.find(Role::solution)), limit_cell(lab.limit),
                            threshold_cells(lab.threshold), count_cell(lab.counted(VerdictCriterion::at)),
                            count_cell(lab.counted(VerdictCriterion::above)),
                            count_cell(lab.counted(VerdictCriterion::known)), lab.seconds);
        at += lab.counted(VerdictCriterion::at);
        above += lab.counted(VerdictCriterion::above);
        is_reference = is_reference || lab.reference.gpu == slug;
    }
    text += fmt::format("\nAt the threshold: {}.\n3 % above it: {}.\n", fails_in_words(at),
                        fails_in_words(above));
    if (is_reference)
        text += "\nThe thresholds of this GPU were chosen by hand, and calibration keeps them. Those of "
                "other GPUs\nare derived from them.\n";
    return text;
}

} // namespace

std::string fails_in_words(const VerdictCount& count) {
    const auto number = [](std::size_t verdicts) {
        return fmt::format("{} {}", verdicts == 0 ? "none" : std::to_string(verdicts),
                           verdicts > 1 ? "were" : "was");
    };
    return fmt::format(
        "of {} verdicts {} a fail, {} too close; at 95 % confidence, at most {:.1f} % are fails",
        count.verdicts, number(count.below), number(count.close),
        100 * fail_rate_bound(count.below, count.verdicts));
}

std::string lab_in_words(const std::string& id, const std::string& slug, const CalibratedLab& lab) {
    std::string text = fmt::format("{}, {}, in {:.0f} s\n", id, printable(lab.case_name), lab.seconds);
    for (const thresholds::MeasuredSpeedup& reached : lab.reached) text += reached_in_words(reached);
    text += fmt::format("  at a threshold: {}\n", fails_in_words(lab.counted(VerdictCriterion::at)));
    text += fmt::format("  3 % above one: {}\n", fails_in_words(lab.counted(VerdictCriterion::above)));
    text += doubts_about(lab);
    if (lab.threshold.gain > 0)
        text += fmt::format("  on this GPU the lab's technique gains only {:.2f} times, too little for a "
                            "threshold; the step technique checks it\n",
                            lab.threshold.gain);
    text +=
        fmt::format("  lab.toml: {}{}\n", threshold_line(slug, lab.threshold),
                    slug == lab.reference.gpu ? "; known, pass and full are chosen by hand and stay" : "");
    return text;
}

fs::path page_file(const fs::path& course_root) {
    return course_root / "docs" / "results" / "calibration.md";
}

std::string page(const Calibrations& calibrations) {
    std::string text = "# Measured thresholds\n\n"
                       "`grader calibrate --record` writes this page from the records in `calibration/`. On "
                       "each GPU it measures "
                       "the lab's\n"
                       "programs in turn, as the step `fast` does: the baseline, the program that earlier "
                       "labs teach (the known "
                       "program), the\n"
                       "slowest rung that must pass, and the solution. Speedups are medians over all "
                       "rounds, with the 95 % "
                       "confidence\n"
                       "interval; the limit is the speedup of a program that takes exactly the device's "
                       "limit. The thresholds follow "
                       "from\n"
                       "these speedups by one rule ([how](../instructors.md)).\n\n"
                       "All verdicts must satisfy two conditions. A build at the threshold, which is the "
                       "baseline against 1 and the "
                       "solution\n"
                       "against the speedup that it reached in these same grades, must not fail, and neither "
                       "must one that is 3 % "
                       "above it. The\nknown program must fail `pass`, except where the solution is less "
                       "than 1.2 times as fast.\n";
    if (calibrations.empty()) return text + "\nNo GPU was calibrated yet.\n";
    for (const auto& [slug, calibration] : calibrations) text += section(slug, calibration);
    return text;
}

} // namespace grader::calibration
