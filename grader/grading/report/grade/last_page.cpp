#include "grading/report/grade/last_page.h"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "base/numbers.h"
#include "base/text.h"
#include "grading/report/modelled.h"

namespace grader {
namespace {

constexpr std::size_t title_columns = 25;
constexpr std::size_t number_width = 10;
constexpr int bar_cells = 20;

std::string speedup_cell(double speedup, const std::string& modelled = "") {
    const std::string text = speedup > 0 ? marked_speedup(speedup, modelled, speedup < 100 ? 2 : 1) : "–";
    return std::string(number_width - std::min(number_width, columns(text)), ' ') + text;
}

/// Returns the number of cells of a bar from the baseline to the limit. Each cell is the same factor, because
/// speedups multiply: twice as fast is as long a step at the end as at the start.
int bar_cells_for(double speedup, double limit) {
    if (speedup <= 1 || limit <= 1) return 0;
    const double share = std::log(speedup) / std::log(limit);
    return static_cast<int>(std::lround(bar_cells * std::clamp(share, 0.0, 1.0)));
}

std::string bar(const LastPageLab& lab) {
    if (lab.limit_speedup <= 1) return {};
    const int reached = bar_cells_for(lab.speedup, lab.limit_speedup);
    const int solution =
        lab.solution_speedup > 0 ? bar_cells_for(lab.solution_speedup, lab.limit_speedup) : -1;
    std::string cells;
    for (int cell = 1; cell <= bar_cells; ++cell)
        cells += cell == solution ? "│" : cell <= reached ? "█" : "·";
    return cells;
}

std::string bar_line(const LastPageLab& lab, bool solutions, const Style& style) {
    const std::string name = cut(printable(lab.id.substr(0, 2) + " " + lab.title), title_columns);
    return fmt::format("  {}{}{}{}{}   {}\n", name, std::string(title_columns - columns(name), ' '),
                       speedup_cell(lab.speedup, lab.modelled),
                       solutions ? speedup_cell(lab.solution_speedup) : "", speedup_cell(lab.limit_speedup),
                       paint(style, Ink::good, bar(lab)));
}

std::string paragraph(const std::string& text, const Style& style) {
    std::string lines;
    for (const std::string& line : wrap(text, style.width - 2)) lines += "  " + line + '\n';
    return lines;
}

} // namespace

std::string render_last_page(std::span<const LastPageLab> labs, const std::string& measured_on, bool ladders,
                             const Style& style) {
    // Without measured solutions their column would contain only dashes: omit it, unless `ladders` is set.
    const bool solutions = ladders || std::any_of(labs.begin(), labs.end(), [](const LastPageLab& lab) {
                               return lab.solution_speedup > 0;
                           });
    double score = 0;
    double max_score = 0;
    std::size_t hints = 0;
    bool timed = true;
    ModelledLegend legend;
    std::string page =
        fmt::format("\n  {}\n\n", paint(style, Ink::strong, "You have passed the whole course."));
    page += paint(style, Ink::faint,
                  fmt::format("  {:<{}}{:>{}}{:>{}}{:>{}}   {}", "", title_columns, "yours", number_width,
                              solutions ? "solution" : "", solutions ? number_width : 0, "limit",
                              number_width, "from 1× to the limit")) +
            '\n';
    for (const LastPageLab& lab : labs) {
        score += lab.score;
        max_score += lab.max_score;
        hints += lab.hints;
        if (!lab.about_speed) continue;
        page += bar_line(lab, solutions, style);
        timed = timed && lab.speedup > 0;
        legend.add(lab.modelled);
    }
    page += '\n';
    std::string words = "Speedups over each lab's baseline; a step of the bar is a factor, not a time";
    words += solutions ? ", and │ marks the solution." : ".";
    if (!measured_on.empty())
        words += " The solution's were measured on one " + printable(measured_on, 60) + ".";
    page += paragraph(words, style);
    if (!timed)
        page += paragraph("– was not measured: a machine with an NVIDIA GPU can measure the speed.", style);
    if (!legend.text().empty()) page += paragraph(legend.text() + ".", style);
    page += paragraph(
        fmt::format("{} of {} points, with {} hint{}.{}", format_points(score), format_points(max_score),
                    hints, hints == 1 ? "" : "s",
                    ladders ? " Each lab's ladder continues past its solution: solutions/*/NOTES.md." : ""),
        style);
    return page;
}

} // namespace grader
