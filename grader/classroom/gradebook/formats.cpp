#include "classroom/gradebook/formats.h"

#include <fmt/core.h>

#include "base/errors.h"

namespace grader {
namespace {

const BookStudent& only_student(const Book& book, std::string_view format) {
    if (book.students.size() != 1)
        throw UsageError(fmt::format("A file for {} covers one student, and {} were graded. Grade one "
                                     "student's folder.",
                                     format, book.students.size()));
    return book.students.front();
}

} // namespace

const std::vector<GradebookFormat>& gradebook_formats() {
    using Options = GradebookOptions;
    static const std::vector<GradebookFormat> formats = {
        {"canvas", "a CSV file that Canvas's gradebook imports", Covers::any,
         [](const Book& book, const Options& options) { return render_canvas(book, options.roster); }},
        {"csv", "a CSV file with one line per student and lab", Covers::any,
         [](const Book& book, const Options&) { return render_marks_csv(book); }},
        {"gradescope", "results.json of an autograder on Gradescope", Covers::one_student,
         [](const Book& book, const Options& options) {
             return render_gradescope(book, only_student(book, "Gradescope"), options.leaderboard);
         }},
        {"junit", "JUnit's XML, which build servers show", Covers::any,
         [](const Book& book, const Options&) { return render_junit(book); }},
        {"moodle", "a CSV file that Moodle's gradebook imports", Covers::any,
         [](const Book& book, const Options& options) { return render_moodle(book, options.roster); }},
        {"prairielearn", "results.json of an external grader of PrairieLearn", Covers::one_student,
         [](const Book& book, const Options&) {
             return render_prairielearn(book, only_student(book, "PrairieLearn"));
         }},
    };
    return formats;
}

const GradebookFormat* find_gradebook_format(std::string_view name) {
    for (const GradebookFormat& format : gradebook_formats())
        if (format.name == name) return &format;
    return nullptr;
}

std::vector<std::string> folders_without_entry(const Book& book, const Roster& roster) {
    std::vector<std::string> folders;
    if (roster.empty()) return folders;
    for (const BookStudent& student : book.students)
        if (!roster.has(student.id)) folders.push_back(student.id);
    return folders;
}

} // namespace grader
