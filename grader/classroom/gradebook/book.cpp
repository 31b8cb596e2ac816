#include "classroom/gradebook/book.h"

#include <algorithm>
#include <map>

#include "grading/messages/builds.h"

namespace grader {
namespace {

/// Returns the labs that occur in @p report by their ids, each with its maximum points.
std::vector<BookLab> labs_of(const GradeReport& report) {
    std::map<std::string, BookLab> labs;
    for (const Submission& submission : report.submissions)
        for (const LabGrade& grade : submission.labs) {
            BookLab& lab = labs[grade.id];
            lab.id = grade.id;
            lab.title = grade.title;
            lab.max_score = std::max(lab.max_score, grade.max_score);
        }
    std::vector<BookLab> sorted;
    for (auto& [id, lab] : labs) sorted.push_back(std::move(lab));
    return sorted;
}

Mark mark_in(const Submission& submission, const BookLab& lab) {
    for (const LabGrade& grade : submission.labs)
        if (grade.id == lab.id) {
            const AdjustedScore counts = grade.adjusted_score.value_or(AdjustedScore{grade.score, "", ""});
            return {grade, counts.score, lab.max_score, counts.note, counts.attempt};
        }
    LabGrade missing;
    missing.id = lab.id;
    missing.title = lab.title;
    missing.submitted = false;
    missing.verdict = Verdict::fail;
    missing.max_score = lab.max_score;
    missing.steps.push_back({"builds", Status::fail, messages::not_submitted, {}, 0, 0});
    return {std::move(missing), 0, lab.max_score, "", ""};
}

} // namespace

Book book_of(const GradeReport& report) {
    Book book{report.backend, report.device, report.isolation, report.complete, labs_of(report), {},
              report.skipped};
    for (const Submission& submission : report.submissions) {
        BookStudent student{submission.id, {}};
        for (const BookLab& lab : book.labs) student.marks.push_back(mark_in(submission, lab));
        book.students.push_back(std::move(student));
    }
    return book;
}

} // namespace grader
