#include "classroom/commands/changes_text.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/chrono.h>
#include <fmt/core.h>
#include <fmt/ranges.h>

#include "base/numbers.h"
#include "base/text.h"
#include "classroom/gradebook/csv.h"
#include "grading/report/grade/marks.h"
#include "grading/report/layout.h"

namespace grader {
namespace {

constexpr std::size_t max_name_columns = 24;
constexpr std::size_t max_lab_columns = 32;

const char* because(RegradeCause cause) {
    switch (cause) {
        case RegradeCause::asked_for: return "because --fresh was given";
        case RegradeCause::lab_changed: return "because the lab or the toolchain changed";
        case RegradeCause::files_may_have_changed:
            return "because the lab, the toolchain or the student's files changed";
        case RegradeCause::gpu_changed: return "because it was timed on another GPU";
    }
    return "";
}

const char* csv_word_for(RegradeCause cause) {
    switch (cause) {
        case RegradeCause::asked_for: return "asked_for";
        case RegradeCause::lab_changed: return "other_lab";
        case RegradeCause::files_may_have_changed: return "perhaps_files";
        case RegradeCause::gpu_changed: return "other_gpu";
    }
    return "";
}

const char* csv_word_for(DifferenceKind kind) {
    switch (kind) {
        case DifferenceKind::none: return "same";
        case DifferenceKind::measured: return "measured";
        case DifferenceKind::changed: return "changed";
    }
    return "";
}

std::string date_text(double seconds) {
    return fmt::format("{:%Y-%m-%d at %H:%M}", fmt::localtime(static_cast<std::time_t>(seconds)));
}

/// Summary of all regrades of one run.
struct RunSummary {
    std::set<int> earlier;                      ///< the runs that made the earlier grades
    std::map<RegradeCause, std::size_t> causes; ///< number of regrades per cause
    std::size_t same = 0;                       ///< unchanged grades
    std::size_t measured = 0;                   ///< grades that differ only by measurement noise
    double max_measured_change = 0;             ///< largest such difference in points
    std::vector<const Regrade*> changed;        ///< in the order of the input

    [[nodiscard]] std::size_t all() const { return same + measured + changed.size(); }
};

std::map<int, RunSummary> summaries_of(const std::vector<Regrade>& regrades) {
    std::map<int, RunSummary> runs;
    for (const Regrade& regrade : regrades) {
        RunSummary& run = runs[regrade.now.run];
        run.earlier.insert(regrade.then.run);
        ++run.causes[regrade.cause];
        switch (regrade.difference.kind) {
            case DifferenceKind::none: ++run.same; break;
            case DifferenceKind::measured:
                ++run.measured;
                run.max_measured_change = std::max(run.max_measured_change, regrade.difference.measured);
                break;
            case DifferenceKind::changed: run.changed.push_back(&regrade); break;
        }
    }
    return runs;
}

std::string grades(std::size_t count) { return fmt::format("{} grade{}", count, count == 1 ? "" : "s"); }

void add_wrapped(std::string& text, const Style& style, std::size_t indent, const std::string& line) {
    for (const std::string& piece : wrap(line, style.width - indent)) text += blanks(indent) + piece + '\n';
}

void add_heading(std::string& text, const Style& style, int number, const RunSummary& run,
                 const RunOrigin& asked) {
    text +=
        blanks(margin) +
        paint(style, Ink::strong, fmt::format("Run {} regraded {}", number, grades(run.all()))) +
        fmt::format(" of {} {}\n", run.earlier.size() == 1 ? "run" : "runs", fmt::join(run.earlier, ", "));
    add_wrapped(text, style, margin,
                fmt::format("started by {} on {}; {}", printable(asked.by, 60), date_text(asked.made),
                            asked.reason.empty() ? "no reason given (--reason)"
                                                 : "the reason: " + printable(asked.reason)));
    for (const auto& [cause, count] : run.causes)
        add_wrapped(text, style, margin,
                    fmt::format("{} {}", count == run.all() ? "All" : fmt::format("{} of them", count),
                                because(cause)));
    std::string sums = fmt::format("Same as before: {}; changed: {}", run.same, run.changed.size());
    if (run.measured > 0) {
        // Round up, because no grade may differ by more than the text states.
        const double most = std::ceil(run.max_measured_change * 10 - 1e-6) / 10;
        sums += fmt::format("; by measurement noise alone: {}, by at most {} points", run.measured,
                            format_points(most));
    }
    add_wrapped(text, style, margin, sums);
}

std::string name_of_lab(const Regrade& regrade) {
    const std::string lab = printable(regrade.lab, max_lab_columns);
    return regrade.number > 1 ? fmt::format("{}, submission {}", lab, regrade.number) : lab;
}

std::string padded(const std::string& text, std::size_t width) {
    return text + blanks(width - std::min(width, columns(text)));
}

std::string then_and_now(const Regrade& regrade, const Style& style) {
    const auto mark = [&](const GradeSummary& grade) {
        const ReportMark sign = mark_of(grade.verdict);
        return paint(style, sign.ink, sign.sign);
    };
    const bool same_most = std::abs(regrade.then.max_score - regrade.now.max_score) < 1e-6;
    return fmt::format("{} {}{} → {} {} of {}", mark(regrade.then), format_points(regrade.then.score),
                       same_most ? "" : " of " + format_points(regrade.then.max_score), mark(regrade.now),
                       format_points(regrade.now.score), format_points(regrade.now.max_score));
}

void add_table(std::string& text, const Style& style, const RunSummary& run, std::size_t most,
               const std::string& for_the_rest) {
    if (run.changed.empty()) return;
    const std::size_t shown = std::min(most, run.changed.size());
    std::size_t name_columns = columns("student");
    std::size_t lab_columns = columns("lab");
    const auto name_of = [](const Regrade& regrade) {
        return cut(printable(regrade.student), max_name_columns);
    };
    for (std::size_t i = 0; i < shown; ++i) {
        name_columns = std::max(name_columns, columns(name_of(*run.changed[i])));
        lab_columns = std::max(lab_columns, columns(name_of_lab(*run.changed[i])));
    }
    text += '\n' + blanks(margin) +
            paint(style, Ink::faint,
                  padded("student", name_columns + 2) + padded("lab", lab_columns + 2) + "then → now") +
            '\n';
    for (std::size_t i = 0; i < shown; ++i) {
        const Regrade& regrade = *run.changed[i];
        text += blanks(margin) + padded(name_of(regrade), name_columns + 2) +
                padded(name_of_lab(regrade), lab_columns + 2) + then_and_now(regrade, style) + '\n';
        for (const std::string& line : regrade.difference.why) add_wrapped(text, style, details_indent, line);
    }
    if (shown < run.changed.size())
        text += fmt::format("{}… and {} more: {}\n", blanks(margin), run.changed.size() - shown,
                            printable(for_the_rest, for_the_rest.size()));
}

RunOrigin asked_for(const std::map<int, RunOrigin>& runs, int run) {
    const auto known = runs.find(run);
    return known == runs.end() ? RunOrigin() : known->second;
}

} // namespace

std::string render_changes(const std::vector<Regrade>& regrades, const std::map<int, RunOrigin>& runs,
                           const Style& style, std::size_t most, const std::string& for_the_rest) {
    std::string text;
    for (const auto& [number, run] : summaries_of(regrades)) {
        if (!text.empty()) text += '\n';
        add_heading(text, style, number, run, asked_for(runs, number));
        add_table(text, style, run, most, for_the_rest);
    }
    return text;
}

std::string render_changes_csv(const std::vector<Regrade>& regrades, const std::map<int, RunOrigin>& runs) {
    std::string csv = csv_record({"student", "lab", "submission", "outcome", "verdict then", "score then",
                                  "of then", "verdict now", "score now", "of now", "what changed", "run then",
                                  "run now", "cause", "asked for by", "reason"});
    for (const Regrade& regrade : regrades) {
        const RunOrigin asked = asked_for(runs, regrade.now.run);
        csv += csv_record({text_cell(regrade.student), text_cell(regrade.lab), std::to_string(regrade.number),
                           csv_word_for(regrade.difference.kind), to_string(regrade.then.verdict),
                           number_cell(regrade.then.score), number_cell(regrade.then.max_score),
                           to_string(regrade.now.verdict), number_cell(regrade.now.score),
                           number_cell(regrade.now.max_score), multiline_cell(regrade.difference.why),
                           std::to_string(regrade.then.run), std::to_string(regrade.now.run),
                           csv_word_for(regrade.cause), text_cell(asked.by), text_cell(asked.reason)});
    }
    return csv;
}

} // namespace grader
