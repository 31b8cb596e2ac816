#include "class/student_report.h"

#include <algorithm>

#include <fmt/core.h>

#include "course/local_time.h"
#include "report/console.h"
#include "report/text.h"

namespace grader {

std::string render_student_report(const Lab& lab, const StudentReport& report) {
    std::string text = fmt::format("{}: what you handed in\n\n", lab.id);
    for (const AttemptLine& attempt : report.attempts)
        text += fmt::format("  {:>3}   {}   {}{}\n", attempt.number, local_minute(attempt.at),
                            printable(attempt.state, 200),
                            attempt.from.empty() ? "" : fmt::format(" ({})", printable(attempt.from, 100)));
    if (!report.counts.empty()) text += fmt::format("\n  {}\n", report.counts);
    if (report.grade == nullptr) return text;
    text += fmt::format("\nHand-in {} in full:\n\n", report.graded);
    return text + render_console(*report.grade, Style{});
}

} // namespace grader
