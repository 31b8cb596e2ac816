#include "grading/report/grade/console.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/core.h>

#include "base/numbers.h"
#include "base/text.h"
#include "grading/report/grade/marks.h"
#include "grading/report/modelled.h"
#include "grading/sentences/sentence.h"

namespace grader {
namespace {

/// Returns the number of a lab, which precedes the first underscore of its name.
std::string number_of(const std::string& id) { return printable(id.substr(0, id.find('_')), 12); }

std::string plural(std::size_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// Formats points for a class table, which has no space for tenths. Never rounded up, as everywhere.
std::string whole_points(double points) { return format_points(std::floor(points + 1e-6)); }

std::string right_aligned(std::string_view text, std::size_t width) {
    return fmt::format("{:>{}}", text, width);
}

std::string title_line(const GradeReport& report, const Style& style, const std::string& what) {
    const std::string device = report.device.empty() ? "" : "  " + printable(report.device, 60);
    return "  " + paint(style, Ink::strong, what) + paint(style, Ink::faint, device) + "\n\n";
}

std::string lab_line(const LabGrade& lab, const Style& style, std::size_t id_columns) {
    const ReportMark mark = mark_of(lab.verdict);
    const std::string score =
        lab.has_score() ? fmt::format("{} / {}", format_points(lab.score), format_points(lab.max_score)) : "";
    const std::string speed = lab.speedup ? marked_speedup(lab.speedup->ratio, lab.speedup->modelled) : "";

    std::string why;
    const auto unmeasured = std::find_if(lab.steps.begin(), lab.steps.end(), [](const Step& step) {
        return step.status == Status::not_measured;
    });
    if (const Step* failed = lab.first_failed())
        why = failed->name + ": " + sentence(failed->message);
    else if (unmeasured != lab.steps.end())
        why = unmeasured->name + " not measured: " + sentence(unmeasured->message);

    const std::string front =
        fmt::format(" {:<{}}{:>13}{:>10}  ", printable(lab.id, 40), id_columns, score, speed);
    const std::size_t taken = 3 + columns(front);
    std::string line = "  " + paint(style, mark.ink, mark.sign) + front +
                       cut(printable(why), style.width - std::min(style.width, taken));
    line.erase(line.find_last_not_of(' ') + 1);
    return line + '\n';
}

std::string render_labs(const GradeReport& report, const Style& style) {
    std::size_t id_columns = 0;
    std::size_t labs = 0;
    ModelledLegend legend;
    std::size_t passed = 0;
    for (const Submission& submission : report.submissions) {
        for (const LabGrade& lab : submission.labs) {
            if (lab.speedup) legend.add(lab.speedup->modelled);
            id_columns = std::max(id_columns, columns(printable(lab.id, 40)));
            ++labs;
            passed += lab.verdict == Verdict::pass ? 1 : 0;
        }
    }
    std::string table = title_line(report, style, plural(labs, "lab"));
    for (const Submission& submission : report.submissions)
        for (const LabGrade& lab : submission.labs) table += lab_line(lab, style, id_columns);
    table += fmt::format("\n  {} of {} passed\n", passed, plural(labs, "lab"));
    if (!legend.text().empty()) table += "  " + paint(style, Ink::faint, legend.text()) + '\n';
    return table;
}

/// The columns of a class table: the labs that occur, and the length of the longest name.
struct ClassShape {
    std::set<std::string> labs;
    std::size_t name_columns = columns("student");
};

constexpr std::size_t max_name_columns = 24;
constexpr std::size_t cell_columns = 7;
constexpr std::size_t total_columns = 11;

std::string student_line(const Submission& submission, const ClassShape& shape, const Style& style) {
    std::map<std::string, const LabGrade*> graded;
    double score = 0;
    double max_score = 0;
    for (const LabGrade& lab : submission.labs) {
        graded[lab.id] = &lab;
        if (!lab.is_mark()) continue;
        score += lab.counted_score();
        max_score += lab.max_score;
    }
    std::string line =
        fmt::format("  {:<{}}", cut(printable(submission.id), max_name_columns), shape.name_columns);
    for (const std::string& id : shape.labs) {
        const auto found = graded.find(id);
        const LabGrade* lab = found == graded.end() ? nullptr : found->second;
        const bool there = lab != nullptr && lab->submitted;
        const bool counts = there && lab->is_mark();
        const ReportMark mark = !there ? nothing_known : mark_of(counts ? lab->verdict : Verdict::not_graded);
        line += right_aligned("", cell_columns - 4) + paint(style, mark.ink, mark.sign) +
                right_aligned(counts ? whole_points(lab->counted_score()) : "", 3);
    }
    const std::string total = fmt::format("{}/{}", whole_points(score), whole_points(max_score));
    return line + right_aligned(total, total_columns) + '\n';
}

/// Returns how lateness changed the marks, a line for each kind of change; empty if nothing was late.
std::string lateness_summary(const GradeReport& report) {
    std::size_t less = 0;
    std::size_t nothing = 0;
    std::size_t only_noted = 0;
    for (const Submission& submission : report.submissions)
        for (const LabGrade& lab : submission.labs) {
            if (!lab.adjusted_score || lab.adjusted_score->note.empty()) continue;
            const bool changed = lab.adjusted_score->score < lab.score;
            ++(!changed ? only_noted : lab.adjusted_score->score > 0 ? less : nothing);
        }
    std::string lines;
    const auto tell = [&](std::size_t count, std::string_view one, std::string_view many) {
        if (count > 0) lines += fmt::format("  {} {}\n", plural(count, "mark"), count == 1 ? one : many);
    };
    tell(less, "has a late penalty", "have a late penalty");
    tell(nothing, "is too late and counts nothing", "are too late and count nothing");
    tell(only_noted, "is late without a penalty", "are late without a penalty");
    return lines;
}

std::string render_class(const GradeReport& report, const Style& style) {
    ClassShape shape;
    std::size_t complete = 0;
    for (const Submission& submission : report.submissions) {
        const std::size_t width = std::min(columns(printable(submission.id)), max_name_columns);
        shape.name_columns = std::max(shape.name_columns, width);
        for (const LabGrade& lab : submission.labs) shape.labs.insert(lab.id);
    }
    for (const Submission& submission : report.submissions) {
        std::set<std::string> passed;
        for (const LabGrade& lab : submission.labs)
            if (lab.verdict == Verdict::pass) passed.insert(lab.id);
        complete += !shape.labs.empty() && passed.size() == shape.labs.size() ? 1 : 0;
    }

    std::string header = fmt::format("  {:<{}}", "student", shape.name_columns);
    for (const std::string& id : shape.labs) header += right_aligned(number_of(id), cell_columns);
    header += right_aligned("total", total_columns);

    std::string table = title_line(report, style, plural(report.submissions.size(), "submission"));
    table += paint(style, Ink::faint, header) + '\n';
    for (const Submission& submission : report.submissions) table += student_line(submission, shape, style);
    table += fmt::format("\n  {} of {} passed every lab\n", complete,
                         plural(report.submissions.size(), "submission"));
    table += lateness_summary(report);
    const std::string legend = "✔ passed  ✘ not passed  – not fully graded: in no total  · not submitted";
    table += "  " + paint(style, Ink::faint, legend) + '\n';
    constexpr std::size_t max_skipped = 20;
    for (std::size_t i = 0; i < std::min(report.skipped.size(), max_skipped); ++i)
        table += "  skipped: " + printable(report.skipped[i], 200) + '\n';
    if (report.skipped.size() > max_skipped)
        table += fmt::format("  ... and {} more\n", report.skipped.size() - max_skipped);
    return table;
}

} // namespace

std::string render_progress_line(std::span<const ProgressEntry> labs, const Style& style) {
    std::size_t passed = 0;
    double score = 0;
    double max_score = 0;
    std::string numbered;
    std::string bare;
    std::size_t numbered_columns = 0;
    for (const ProgressEntry& lab : labs) {
        const ReportMark mark = lab.verdict ? mark_of(*lab.verdict) : nothing_known;
        const std::string sign = paint(style, mark.ink, mark.sign);
        const std::string number = number_of(lab.id);
        numbered += number + ' ' + sign + "  ";
        numbered_columns += columns(number) + 4;
        bare += sign;
        passed += lab.verdict == Verdict::pass ? 1 : 0;
        score += lab.score;
        max_score += lab.max_score;
    }
    std::string end = fmt::format("{} of {} passed", passed, labs.size());
    if (max_score > 0) end += fmt::format(", {} / {}", format_points(score), format_points(max_score));
    // A course with more labs than fit into a line is shown only by its marks.
    const bool fits = 2 + numbered_columns + columns(end) <= style.width;
    return "  " + (fits ? numbered : bare + "  ") + end + '\n';
}

std::string render_class_table(const GradeReport& report, const Style& style) {
    return report.is_class ? render_class(report, style) : render_labs(report, style);
}

} // namespace grader
