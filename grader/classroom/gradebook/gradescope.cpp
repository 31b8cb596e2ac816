// Gradescope has no way to leave a mark open: it rejects a result without a score. So a lab that could not be
// graded gets a test without points, the output begins with that, and extra_data lists it for the person who
// grades again.

#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "base/text.h"
#include "classroom/gradebook/feedback.h"
#include "classroom/gradebook/formats.h"

namespace grader {
namespace {

using nlohmann::json;

std::string joined(const std::vector<std::string>& lines, const std::string& indent = {}) {
    std::string text;
    for (const std::string& line : lines) text += indent + line + '\n';
    return text;
}

json gradescope_test(const LabGrade& grade, const Step& step) {
    json test = {{"name", printable(grade.id + ": " + step.name)},
                 {"output", message_of(step) + '\n' + joined(detail_lines(step))},
                 {"visibility", "visible"}};
    if (step.status == Status::pass || step.status == Status::too_close) test["status"] = "passed";
    if (step.status == Status::fail) test["status"] = "failed";
    if (step.max_points > 0) {
        test["score"] = points_of(step.points);
        test["max_score"] = step.max_points;
    }
    return test;
}

json gradescope_not_graded(const Mark& mark) {
    return {{"name", printable(mark.grade.id + ": not graded")},
            {"output", joined(mark_lines(mark))},
            {"visibility", "visible"}};
}

/// Returns the output of the whole submission, beginning with what is missing from the score.
std::string whole_output(const BookStudent& student) {
    std::string missing;
    std::string marks;
    for (const Mark& mark : student.marks)
        (is_not_graded(mark) ? missing : marks) +=
            printable(mark.grade.id) + '\n' + joined(mark_lines(mark), "  ");
    if (!missing.empty()) missing += "The score excludes what was not graded.\n\n";
    return missing + marks;
}

json extra_data_of(const Book& book, const BookStudent& student) {
    json labs = json::array();
    json not_graded = json::array();
    for (const Mark& mark : student.marks) {
        const LabGrade& grade = mark.grade;
        if (is_not_graded(mark)) not_graded.push_back(grade.id);
        labs.push_back({{"id", grade.id},
                        {"verdict", to_string(grade.verdict)},
                        {"incomplete", grade.incomplete},
                        {"seed", grade.seed},
                        {"graded_score", grade.score},
                        {"score", mark.score},
                        {"max_score", mark.max_score},
                        {"note", mark.note},
                        {"attempt", mark.attempt}});
    }
    return {{"backend", book.backend},
            {"device", book.device},
            {"isolation", to_string(book.isolation.level)},
            {"not_graded", std::move(not_graded)},
            {"labs", std::move(labs)}};
}

json leaderboard_of(const BookStudent& student) {
    json board = json::array();
    for (const Mark& mark : student.marks)
        if (mark.grade.speedup)
            board.push_back(
                {{"name", printable(mark.grade.id) + " speedup" +
                              (mark.grade.speedup->modelled.empty()
                                   ? ""
                                   : ", modelled for " + printable(mark.grade.speedup->modelled))},
                 {"value", points_of(mark.grade.speedup->ratio)},
                 {"order", "desc"}});
    return board;
}

} // namespace

std::string render_gradescope(const Book& book, const BookStudent& student, bool leaderboard) {
    json tests = json::array();
    for (const Mark& mark : student.marks) {
        if (is_not_graded(mark)) {
            tests.push_back(gradescope_not_graded(mark));
            continue;
        }
        for (const Step& step : mark.grade.steps) tests.push_back(gradescope_test(mark.grade, step));
    }
    json document = {{"score", score_of(student)},
                     {"output", whole_output(student)},
                     {"output_format", "text"},
                     {"test_output_format", "text"},
                     {"test_name_format", "text"},
                     {"visibility", "visible"},
                     {"stdout_visibility", "hidden"},
                     {"tests", std::move(tests)},
                     {"extra_data", extra_data_of(book, student)}};
    if (leaderboard) document["leaderboard"] = leaderboard_of(student);
    return json_text(document, 2, Characters::ascii) + '\n';
}

} // namespace grader
