// Canvas identifies a student by ID, then by SIS User ID, by SIS Login ID, and finally by name; an assignment
// by its title.

#include <algorithm>

#include "classroom/gradebook/csv.h"
#include "classroom/gradebook/feedback.h"
#include "classroom/gradebook/formats.h"

namespace grader {
namespace {

bool is_number(const std::string& text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Returns @p name as a cell that Canvas accepts as a student's name. Canvas treats every row whose first
/// cell contains "Points Possible" as the row with the maximum points, so a student of this name would change
/// what a lab is worth.
std::string student_cell(const std::string& name) {
    constexpr std::string_view taken = "Points Possible";
    std::string cell = text_cell(name);
    for (std::size_t at = cell.find(taken); at != std::string::npos; at = cell.find(taken))
        cell.replace(at, taken.size(), "points possible");
    return cell;
}

} // namespace

std::string render_canvas(const Book& book, const Roster& roster) {
    std::vector<std::string> header = {"Student", "ID", "SIS User ID", "SIS Login ID", "Section"};
    std::vector<std::string> possible = {"    Points Possible", "", "", "", ""};
    for (const BookLab& lab : book.labs) {
        header.push_back(text_cell(lab.id));
        // An empty cell keeps the value in Canvas; used if no student could be graded.
        possible.push_back(lab.max_score > 0 ? number_cell(lab.max_score) : "");
    }
    std::string text = csv_record(header) + csv_record(possible);
    for (const BookStudent& student : book.students) {
        const RosterEntry entry = roster.of(student.id);
        // Canvas parses the leading digits of an ID that is not a number, which may be another student's ID.
        const bool own_number = is_number(entry.id);
        std::vector<std::string> row = {student_cell(entry.name), own_number ? entry.id : "",
                                        own_number ? "" : text_cell(entry.id), text_cell(entry.login),
                                        text_cell(entry.section)};
        for (const Mark& mark : student.marks)
            row.push_back(is_not_graded(mark) ? "" : number_cell(points_of(mark.score)));
        text += csv_record(row);
    }
    return text;
}

} // namespace grader
