#include "grading/report/grade/brief.h"

#include <algorithm>

#include <fmt/core.h>

#include "base/numbers.h"
#include "base/text.h"
#include "grading/report/grade/marks.h"
#include "grading/report/layout.h"
#include "grading/sentences/sentence.h"

namespace grader {
namespace {

constexpr std::size_t max_brief_lines = 8; // limit on the details of the failed step

std::string steps_line(const LabGrade& grade, const Style& style) {
    std::string line;
    std::size_t taken = 0;
    for (const Step& step : grade.steps) {
        const ReportMark mark = mark_of(step.status);
        line += blanks(2) + paint(style, mark.ink, mark.sign) + ' ' + printable(step.name);
        taken += 4 + columns(step.name);
    }
    const std::string score = grade.has_score()
                                  ? fmt::format("{}{} / {}", grade.incomplete ? "incomplete, " : "",
                                                format_points(grade.score), format_points(grade.max_score))
                                  : "not graded";
    // At the right edge, or below the steps if these take the whole line.
    if (taken + 2 + columns(score) > style.width) {
        line += '\n';
        taken = 0;
    }
    const Ink ink = grade.verdict == Verdict::fail ? Ink::bad : mark_of(grade.verdict).ink;
    return line + blanks(style.width - std::min(style.width, taken + columns(score))) +
           paint(style, ink, score) + '\n';
}

void add_wrapped(std::string& text, const std::string& line, std::size_t indent, const Style& style) {
    for (const std::string& piece : wrap(line, style.width - indent)) text += blanks(indent) + piece + '\n';
}

std::string failure_of(const Step& step, const Style& style) {
    std::string text;
    add_wrapped(text, fmt::format("{}: {}", step.name, printable(sentence(step.message))), margin, style);
    std::vector<std::string> lines;
    for (const std::vector<Message>* part : {&step.details, &step.observed})
        for (const std::string& detail : lines_of(*part))
            for (const std::string_view line : split_lines(detail))
                if (line.find_first_not_of(" \t") != std::string_view::npos)
                    for (const std::string& piece : wrap(printable(line), style.width - details_indent))
                        lines.push_back(piece);
    // One more line instead of a line that announces it.
    const std::size_t shown = lines.size() > max_brief_lines + 1 ? max_brief_lines : lines.size();
    for (std::size_t i = 0; i < shown; ++i) text += blanks(details_indent) + lines[i] + '\n';
    if (shown < lines.size())
        text += blanks(details_indent) +
                paint(style, Ink::faint, fmt::format("… {} more lines", lines.size() - shown)) + '\n';
    return text;
}

std::string speed_of(const Speedup& speedup, const Style& style) {
    std::string line =
        fmt::format("{} the baseline's speed{}; {} to pass, {} for all points",
                    format_speedup(speedup.ratio,
                                   decimals_to_distinguish(speedup.threshold, {speedup.ratio})),
                    speedup.modelled.empty() ? "" : ", modelled for " + printable(speedup.modelled),
                    format_speedup(speedup.threshold), format_speedup(speedup.full));
    if (speedup.limit_ms > 0)
        line += fmt::format("; {} of the {}", format_share(speedup.of_limit), printable(speedup.limit));
    std::string text;
    add_wrapped(text, line, margin, style);
    return text;
}

} // namespace

std::string render_brief(const LabGrade& grade, const Style& style) {
    std::string text = steps_line(grade, style);
    if (const Step* failed = grade.first_failed(); failed != nullptr) text += failure_of(*failed, style);
    if (grade.speedup) text += speed_of(*grade.speedup, style);
    if (!grade.is_mark())
        for (const Step& step : grade.steps)
            if (step.status == Status::not_measured && !step.message.empty()) {
                add_wrapped(text, fmt::format("{}: {}", step.name, printable(sentence(step.message))), margin,
                            style);
                break;
            }
    return text;
}

} // namespace grader
