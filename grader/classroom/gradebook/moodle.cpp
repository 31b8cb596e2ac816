// Moodle asks the user to map the columns. It rejects the whole file if it does not know one of the users.

#include "classroom/gradebook/csv.h"
#include "classroom/gradebook/feedback.h"
#include "classroom/gradebook/formats.h"

namespace grader {
namespace {

/// Escapes @p line, because Moodle interprets feedback as HTML.
std::string without_markup(const std::string& line) {
    std::string text;
    for (const char c : line) {
        if (c == '&')
            text += "&amp;";
        else if (c == '<')
            text += "&lt;";
        else if (c == '>')
            text += "&gt;";
        else
            text += c;
    }
    return text;
}

std::string feedback_cell(const Mark& mark) {
    std::vector<std::string> lines;
    for (const std::string& line : mark_lines(mark)) lines.push_back(without_markup(line));
    return multiline_cell(lines);
}

} // namespace

std::string render_moodle(const Book& book, const Roster& roster) {
    std::vector<std::string> header = {"username", "email", "fullname"};
    for (const BookLab& lab : book.labs) {
        header.push_back(text_cell(lab.id));
        header.push_back(text_cell(lab.id + " feedback"));
    }
    std::string text = csv_record(header);
    for (const BookStudent& student : book.students) {
        const RosterEntry entry = roster.of(student.id);
        std::vector<std::string> row = {text_cell(entry.login), text_cell(entry.email),
                                        text_cell(entry.name)};
        for (const Mark& mark : student.marks) {
            // Moodle reads "-" as no grade, also if it creates the grade item.
            row.emplace_back(is_not_graded(mark) ? "-" : number_cell(points_of(mark.score)));
            row.push_back(feedback_cell(mark));
        }
        text += csv_record(row);
    }
    return text;
}

} // namespace grader
