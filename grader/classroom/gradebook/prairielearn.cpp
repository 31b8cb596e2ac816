// A submission that PrairieLearn calls not gradable costs the student neither points nor an attempt, which is
// right for an infrastructure error.

#include <algorithm>

#include <nlohmann/json.hpp>

#include <fmt/core.h>

#include "base/json_text.h"
#include "base/text.h"
#include "classroom/gradebook/feedback.h"
#include "classroom/gradebook/formats.h"

namespace grader {
namespace {

using nlohmann::json;

constexpr std::size_t max_result_bytes = 1'000'000;

json prairielearn_test(const LabGrade& grade, const Step& step, std::size_t most) {
    std::string output;
    for (const std::string& line : detail_lines(step, most)) output += line + '\n';
    return {{"name", printable(grade.id + ": " + step.name)},
            {"description", fmt::format("{}: {}", printable(grade.title), step.name)},
            {"points", points_of(step.points)},
            {"max_points", step.max_points},
            {"message", message_of(step)},
            {"output", std::move(output)}};
}

json prairielearn_result(const BookStudent& student, std::size_t most) {
    json tests = json::array();
    json errors = json::array();
    std::string message;
    double possible = 0;
    for (const Mark& mark : student.marks) {
        possible += mark.max_score;
        message += printable(mark.grade.id) + '\n';
        for (const std::string& line : mark_lines(mark)) message += "  " + line + '\n';
        if (is_not_graded(mark))
            errors.push_back(fmt::format("{} was not graded: {}. This is an infrastructure error, not your "
                                         "fault: submit it again later, or ask the course's staff.",
                                         printable(mark.grade.id), why_not_graded(mark.grade)));
        for (const Step& step : mark.grade.steps) tests.push_back(prairielearn_test(mark.grade, step, most));
    }
    if (errors.empty() && possible <= 0) errors.push_back("Nothing was graded. Ask the course's staff.");
    json result = {{"gradable", errors.empty()},
                   {"message", std::move(message)},
                   {"tests", std::move(tests)}};
    if (errors.empty())
        result["score"] = std::clamp(score_of(student) / possible, 0.0, 1.0);
    else
        result["format_errors"] = std::move(errors);
    return result;
}

} // namespace

std::string render_prairielearn(const Book&, const BookStudent& student) {
    std::size_t most = max_step_bytes;
    std::string text;
    do {
        text = json_text(prairielearn_result(student, most), 2, Characters::ascii) + '\n';
        most /= 2;
    } while (text.size() > max_result_bytes && most > 0);
    return text;
}

} // namespace grader
