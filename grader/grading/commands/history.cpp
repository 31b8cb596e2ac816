#include "grading/commands/commands.h"

#include <ctime>
#include <iostream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/numbers.h"
#include "base/text.h"
#include "grading/command_line/context.h"
#include "grading/history/changes.h"
#include "grading/report/modelled.h"

namespace grader {
namespace {

constexpr std::size_t changes_column = 51; // start of the last column
constexpr std::size_t max_changes_lines = 4;

std::string time_of(std::time_t when) {
    if (when == 0) return "–";
    std::tm local{};
    char text[32];
    if (::localtime_r(&when, &local) == nullptr) return "–";
    return {text, std::strftime(text, sizeof(text), "%Y-%m-%d %H:%M", &local)};
}

std::string score_of(const LabGrade& grade) {
    if (!grade.has_score()) return "not graded";
    return fmt::format("{} / {}", format_points(grade.score), format_points(grade.max_score));
}

/// Returns the changes that the other columns do not show.
std::vector<std::string> changes_of(const PastGrade* before, const PastGrade& past, std::size_t width) {
    if (before == nullptr) return {"the first grade"};
    Changes changes = changes_between(before->grade, past.grade);
    changes.score.clear();
    changes.failure.clear();
    changes.speedup.clear();
    return in_words(changes, width, max_changes_lines);
}

void print_grade(const PastGrade& past, const PastGrade* before, const Style& style) {
    const Step* failed = past.grade.first_failed();
    const std::string failing = failed != nullptr                     ? printable(failed->name, 12)
                                : past.grade.incomplete               ? "incomplete"
                                : past.grade.verdict == Verdict::pass ? "passed"
                                                                      : "–";
    std::string line =
        fmt::format("{:<17} {:>10}   {:<10} {:>7}  ", time_of(past.when), score_of(past.grade), failing,
                    past.grade.speedup
                        ? marked_speedup(past.grade.speedup->ratio, past.grade.speedup->modelled)
                        : "–");
    const std::vector<std::string> changes = changes_of(before, past, style.width - changes_column);
    line += changes.front();
    line.erase(line.find_last_not_of(' ') + 1);
    std::cout << line << '\n';
    for (std::size_t i = 1; i < changes.size(); ++i)
        std::cout << std::string(changes_column, ' ') << changes[i] << '\n';
}

ExitStatus run_history(const LabOptions& options, const Invocation& call) {
    Context context(options, call.places);
    const Lab& lab = context.lab();
    const LabRecord record = context.progress().record_of(lab.id);
    if (record.grades.empty()) {
        std::cout << fmt::format("{} was not graded yet. Try: make grade LAB={}\n", lab.id,
                                 lab.id.substr(0, 2));
        return ExitStatus::passed;
    }
    std::cout << fmt::format("{}  {}\n\n", lab.id, lab.manifest.title);
    std::cout << fmt::format("{:<17} {:>10}   {:<10} {:>7}  {}\n", "when", "score", "failed at", "speedup",
                             "what changed");
    const PastGrade* before = nullptr;
    ModelledLegend legend;
    for (const PastGrade& past : record.grades) {
        print_grade(past, before, context.style());
        if (past.grade.has_score()) before = &past;
        if (past.grade.speedup) legend.add(past.grade.speedup->modelled);
    }
    if (!legend.text().empty()) std::cout << '\n' << legend.text() << '\n';
    return ExitStatus::passed;
}

} // namespace

Command history_command() {
    return command<LabOptions>("history", "Lists the grades of a lab, and the changes from each to the next",
                               run_history);
}

} // namespace grader
