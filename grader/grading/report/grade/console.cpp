#include "grading/report/grade/console.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/numbers.h"
#include "base/text.h"
#include "grading/report/grade/marks.h"
#include "grading/report/grade/threshold_source.h"
#include "grading/report/layout.h"
#include "grading/sentences/sentence.h"

namespace grader {
namespace {

constexpr std::size_t points_columns = 11; // "27.9 / 30" and a gap
constexpr std::size_t max_step_lines = 14; // limit on a step's details, and again on its findings
constexpr std::size_t max_kernels = 5;

/// Appends a line with @p right at the right edge. Both texts come with their plain width, which colours do
/// not change.
void add_spread(std::string& page, const Style& style, Ink left_ink, const std::string& left,
                const std::string& right) {
    const std::size_t room = style.width - margin;
    const std::string kept = cut(left, room - std::min(room, columns(right) + 2));
    const std::size_t taken = columns(kept) + columns(right);
    page += blanks(margin) + paint(style, left_ink, kept);
    if (!right.empty()) page += blanks(room - std::min(room, taken)) + paint(style, Ink::faint, right);
    page += '\n';
}

/// Returns the name of the step that @p grade's waiting steps wait for.
std::string blocking_step(const LabGrade& grade) {
    const Step* failed = grade.first_failed();
    return failed == nullptr ? "the steps before it" : failed->name;
}

std::string message_of(const LabGrade& grade, const Step& step) {
    if (step.message.empty() && step.status == Status::waits) return "waits for " + blocking_step(grade);
    return printable(sentence(step.message));
}

std::string points_of(const Step& step) {
    if (step.max_points <= 0) return {};
    if (step.status == Status::not_measured) return fmt::format("– / {}", format_points(step.max_points));
    return fmt::format("{} / {}", format_points(step.points), format_points(step.max_points));
}

void add_details(std::string& page, const Style& style, const std::vector<Message>& messages) {
    const std::vector<std::string> details = lines_of(messages);
    std::vector<std::string_view> lines;
    for (const std::string& detail : details)
        for (const std::string_view line : split_lines(detail))
            if (line.find_first_not_of(" \t") != std::string_view::npos) lines.push_back(line);

    std::size_t printed = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto pieces = wrap(printable(lines[i]), style.width - details_indent);
        if (printed > 0 && printed + pieces.size() > max_step_lines) {
            const std::size_t left = lines.size() - i;
            const std::string more = fmt::format("… {} more line{}", left, left == 1 ? "" : "s");
            page += blanks(details_indent) + paint(style, Ink::faint, more) + '\n';
            return;
        }
        for (const std::string& piece : pieces) page += blanks(details_indent) + piece + '\n';
        printed += pieces.size();
    }
}

/// Adds the command on a separate line, never broken, so that it can be copied.
void add_replay(std::string& page, const Step& step) {
    if (step.replay.empty()) return;
    page += blanks(details_indent) + "Replay it:\n";
    page += blanks(details_indent) + printable(step.replay, step.replay.size()) + '\n';
}

void add_step(std::string& page, const Style& style, const LabGrade& grade, const Step& step,
              std::size_t name_columns) {
    const ReportMark mark = mark_of(step.status);
    const bool quiet = step.status == Status::waits || step.status == Status::not_measured;
    const std::string points = points_of(step);
    const std::size_t message_indent = margin + 2 + name_columns + 2;
    const auto message = wrap(message_of(grade, step), style.width - message_indent - points_columns);

    page += blanks(margin) + paint(style, mark.ink, mark.sign) + ' ';
    page += fmt::format("{:<{}}  ", step.name, name_columns);
    page += quiet ? paint(style, Ink::faint, message[0]) : message[0];
    if (!points.empty()) {
        const std::size_t taken = message_indent + columns(message[0]) + columns(points);
        page += blanks(style.width - std::min(style.width, taken)) + points;
    }
    page += '\n';
    for (std::size_t i = 1; i < message.size(); ++i)
        page += blanks(message_indent) + (quiet ? paint(style, Ink::faint, message[i]) : message[i]) + '\n';
    if (step.status == Status::waits) return;
    add_details(page, style, step.details);
    add_details(page, style, step.observed);
    add_replay(page, step);
}

void add_fact(std::string& page, const Style& style, std::string_view name, const std::string& text) {
    const std::size_t name_columns = 11;
    const auto lines = wrap(text, style.width - details_indent - name_columns);
    for (std::size_t i = 0; i < lines.size(); ++i)
        page +=
            fmt::format("{}{:<{}}{}\n", blanks(details_indent), i == 0 ? name : "", name_columns, lines[i]);
}

void add_speedup(std::string& page, const Style& style, const Speedup& s) {
    const int decimals = decimals_to_distinguish(s.threshold, {s.low, s.ratio, s.high});
    const auto speedup = [=](double value) { return format_speedup(value, decimals); };

    page += '\n';
    const std::string where = s.case_name.empty() ? "" : " on " + printable(s.case_name);
    add_fact(page, style, "time",
             fmt::format("{}{}{}; the baseline takes {}", format_time(s.student_ms),
                         s.modelled.empty() ? "" : ", modelled for " + printable(s.modelled), where,
                         format_time(s.baseline_ms)));
    add_fact(page, style, "speedup",
             s.modelled.empty()
                 ? fmt::format("{}; confidence interval {} to {}, {} pairs of runs", speedup(s.ratio),
                               speedup(s.low), speedup(s.high), s.pairs)
                 : fmt::format("{}, modelled for {}; model error range {} to {}", speedup(s.ratio),
                               printable(s.modelled), speedup(s.low), speedup(s.high)));
    const std::string from = s.in_use.gpu.empty() ? "" : fmt::format(" ({})", source_in_words(s.in_use));
    add_fact(page, style, "required",
             fmt::format("{} to pass, {} for all points{}", speedup(s.threshold), speedup(s.full), from));
    if (s.known > ramp_start)
        add_fact(page, style, "known",
                 fmt::format("the labs before this one reach {}; points start there", speedup(s.known)));
    if (s.limit_ms > 0)
        add_fact(page, style, "limit",
                 fmt::format("you reach {} of the {}, which would take {}", format_share(s.of_limit),
                             printable(s.limit), format_time(s.limit_ms)));
}

/// Returns `32x8`: the extents up to the last that is not 1.
std::string extents(const std::array<unsigned, 3>& shape) {
    const std::size_t used = shape[2] > 1 ? 3 : shape[1] > 1 ? 2 : 1;
    return fmt::format("{}",
                       fmt::join(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(used), "x"));
}

void add_launches(std::string& page, const Style& style, std::string_view heading,
                  const std::vector<Launch>& launches, const std::vector<Launch>& counted) {
    if (launches.empty()) return;
    // Most kernels use no local memory, and a narrow page has no space for the column.
    const bool local = style.width >= 70 && std::any_of(launches.begin(), launches.end(),
                                                        [](const Launch& l) { return l.local_bytes > 0; });
    const std::size_t name_columns = style.width - details_indent - (local ? 56 : 46);
    const auto row = [&](std::string_view kernel, std::string_view block, std::string_view registers,
                         std::string_view stack, std::string_view shared, std::string_view occupancy,
                         std::string_view count) {
        return fmt::format("{:<{}}{:>11}{:>6}", cut(kernel, name_columns), name_columns, block, registers) +
               (local ? fmt::format("{:>10}", stack) : "") +
               fmt::format("{:>10}{:>11}{:>8}", shared, occupancy, count);
    };
    page += '\n' + blanks(details_indent) +
            paint(style, Ink::faint, row(heading, "block", "regs", "local", "shared", "occupancy", "runs")) +
            '\n';
    for (const Launch& l : main_launches(launches, counted, max_kernels))
        page += blanks(details_indent) +
                row(printable(l.kernel), extents(l.block), std::to_string(l.registers),
                    l.local_bytes > 0 ? format_bytes(l.local_bytes) : "–", format_bytes(l.shared_bytes),
                    l.occupancy > 0 ? format_share(l.occupancy) : "–", fmt::format("{}", l.count)) +
                '\n';
    if (launches.size() > max_kernels)
        page += blanks(details_indent) +
                paint(style, Ink::faint, fmt::format("… {} more", launches.size() - max_kernels)) + '\n';
}

/// Adds the launches of the timed run, and those of the counted run; only once if both are the same or only
/// one was run.
void add_kernels(std::string& page, const Style& style, const LabGrade& grade) {
    const std::string of_case =
        grade.launches_of.empty() ? "kernel" : "kernel, in \"" + printable(grade.launches_of) + "\"";
    if (grade.counted.empty()) return add_launches(page, style, of_case, grade.launches, {});
    if (grade.speedup)
        add_launches(page, style,
                     grade.speedup->modelled.empty() ? "kernel, as timed" : "kernel, as modelled",
                     grade.launches, grade.counted);
    add_launches(page, style, grade.speedup ? "kernel, as counted" : "kernel", grade.counted, grade.counted);
}

/// Returns the verdict, and the steps that were not measured.
std::string summary(const LabGrade& grade) {
    std::vector<std::string_view> missing;
    for (const Step& step : grade.steps)
        if (step.status == Status::not_measured) missing.push_back(step.name);
    const std::string unmeasured = fmt::format("{}", fmt::join(missing, ", "));

    if (is_right_replay(grade) || (!grade.replayed.empty() && grade.verdict == Verdict::fail))
        return fmt::format("This case {}; one case alone is not a grade",
                           grade.verdict == Verdict::fail ? "fails" : "is right");
    if (!grade.has_score())
        return missing.empty() ? "Not graded" : "Not graded; not measured here: " + unmeasured;
    const std::string_view verdict = grade.incomplete                 ? "incomplete"
                                     : grade.verdict != Verdict::pass ? "not passed yet"
                                     : grade.undetectable_tasks.empty()
                                         ? "passed"
                                         : "passed, as far as this machine can see";
    const std::string text =
        fmt::format("Score {} / {}, {}", format_points(grade.score), format_points(grade.max_score), verdict);
    return missing.empty() ? text : text + "; not measured here: " + unmeasured;
}

} // namespace

std::string render_console(const LabGrade& grade, const Style& style, std::string_view device) {
    std::string page;
    const std::string title = printable(grade.title);
    add_spread(page, style, Ink::strong, printable(grade.id) + (title.empty() ? "" : "  " + title),
               printable(device, 40));
    page += '\n';

    std::size_t name_columns = 0;
    for (const Step& step : grade.steps) name_columns = std::max(name_columns, columns(step.name));
    for (const Step& step : grade.steps) add_step(page, style, grade, step, name_columns);

    if (grade.speedup) add_speedup(page, style, *grade.speedup);
    add_kernels(page, style, grade);

    page += '\n';
    const Ink ink = grade.verdict == Verdict::fail ? Ink::bad : mark_of(grade.verdict).ink;
    add_spread(page, style, ink, summary(grade),
               grade.seed.empty() ? "" : "seed " + printable(grade.seed, 40));
    if (!grade.undetectable_sentence.empty())
        for (const std::string& line : wrap(printable(grade.undetectable_sentence), style.width - margin))
            page += blanks(margin) + line + '\n';
    if (!grade.next.empty())
        for (const std::string& line : wrap("Next: " + printable(grade.next), style.width - margin))
            page += blanks(margin) + line + '\n';
    return page;
}

} // namespace grader
