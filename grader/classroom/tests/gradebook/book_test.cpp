// From a report to a book of marks.

#include <catch2/catch_test_macros.hpp>

#include "classroom/gradebook/book.h"
#include "testing/samples.h"

TEST_CASE("a book has a mark for every lab graded for any student", "[gradebook]") {
    const grader::Book book = grader::book_of(samples::class_of_three());
    REQUIRE(book.students.size() == 3);
    REQUIRE_FALSE(book.labs.empty());
    for (const grader::BookStudent& student : book.students) {
        REQUIRE(student.marks.size() == book.labs.size());
        for (std::size_t i = 0; i < book.labs.size(); ++i)
            CHECK(student.marks[i].grade.id == book.labs[i].id);
    }
}

TEST_CASE("without rules the graded score counts", "[gradebook]") {
    const grader::Book book = grader::book_of(samples::class_of_three());
    for (const grader::BookStudent& student : book.students)
        for (const grader::Mark& mark : student.marks) {
            CHECK(mark.score == mark.grade.score);
            CHECK(mark.note.empty());
        }
}

TEST_CASE("a lab without a submission of one student is listed as not submitted with its maximum points",
          "[gradebook]") {
    grader::GradeReport report = samples::class_of_three();
    const std::string lacking = grader::book_of(report).labs.front().id;
    std::erase_if(report.submissions.front().labs,
                  [&](const grader::LabGrade& lab) { return lab.id == lacking; });
    const grader::Book book = grader::book_of(report);
    const grader::Mark& mark = book.students.front().marks.front();
    REQUIRE(mark.grade.id == lacking);
    CHECK_FALSE(mark.grade.submitted);
    CHECK(mark.score == 0);
    CHECK(mark.grade.max_score == book.labs.front().max_score);
    CHECK(mark.grade.max_score > 0);
}
