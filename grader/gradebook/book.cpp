#include "gradebook/book.h"

#include <algorithm>
#include <map>

#include <fmt/core.h>

#include "report/numbers.h"

namespace grader {
namespace {

/// The labs that occur, by their ids, each with the most that anybody could have there.
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

/// What @p counts of @p grade in a column of @p max_score. A step that was not measured takes no part in a score: then the
/// same share of the column counts.
WhatCounts in_column(WhatCounts counts, const LabGrade& grade, double max_score) {
    if (grade.verdict == Verdict::not_graded || grade.max_score <= 0 || grade.max_score >= max_score)
        return counts;
    const double score = counts.score * max_score / grade.max_score;
    const std::string why =
        fmt::format("not all was measured: {} of {} count as {} of {}", format_points(counts.score),
                    format_points(grade.max_score), format_points(score), format_points(max_score));
    counts.note = counts.note.empty() ? why : counts.note + "; " + why;
    counts.score = score;
    return counts;
}

Mark mark_in(const Submission& submission, const BookLab& lab) {
    for (const LabGrade& grade : submission.labs)
        if (grade.id == lab.id) {
            const WhatCounts counts =
                in_column(grade.counts.value_or(WhatCounts{grade.score, "", ""}), grade, lab.max_score);
            return {grade, counts.score, std::max(grade.max_score, lab.max_score), counts.note,
                    counts.attempt};
        }
    LabGrade missing;
    missing.id = lab.id;
    missing.title = lab.title;
    missing.submitted = false;
    missing.verdict = Verdict::fail;
    missing.max_score = lab.max_score;
    missing.steps.push_back({"builds", Status::fail, "not submitted", {}, 0, 0});
    return {std::move(missing), 0, lab.max_score, "", ""};
}

} // namespace

Book book_of(const GradeReport& report) {
    Book book{report.backend, report.device, report.isolation, report.complete, labs_of(report), {},
              report.left_out};
    for (const Submission& submission : report.submissions) {
        BookStudent student{submission.id, {}};
        for (const BookLab& lab : book.labs) student.marks.push_back(mark_in(submission, lab));
        book.students.push_back(std::move(student));
    }
    return book;
}

} // namespace grader
