// From a report to a book of marks.

#include <catch2/catch_test_macros.hpp>

#include "gradebook/book.h"
#include "samples.h"

TEST_CASE("a book has a mark for every lab that somebody in the class was graded on", "[gradebook]") {
    const grader::Book book = grader::book_of(samples::class_of_three());
    REQUIRE(book.students.size() == 3);
    REQUIRE_FALSE(book.labs.empty());
    for (const grader::BookStudent& student : book.students) {
        REQUIRE(student.marks.size() == book.labs.size());
        for (std::size_t i = 0; i < book.labs.size(); ++i)
            CHECK(student.marks[i].grade.id == book.labs[i].id);
    }
}

TEST_CASE("where no rule says otherwise, what was graded counts", "[gradebook]") {
    const grader::Book book = grader::book_of(samples::class_of_three());
    for (const grader::BookStudent& student : book.students)
        for (const grader::Mark& mark : student.marks) {
            CHECK(mark.score == mark.grade.score);
            CHECK(mark.note.empty());
        }
}

TEST_CASE("a lab that one student lacks stands as not handed in, out of what the others could have",
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

TEST_CASE("where a step was not measured, the same share of the column counts", "[gradebook]") {
    grader::GradeReport report;
    report.many = true;
    report.submissions = {{"all-measured", {samples::modelled()}}};
    const std::string column = samples::modelled().id;
    REQUIRE(samples::counted().id == column);
    report.submissions.push_back({"late", {samples::counted()}});
    report.submissions.back().labs.front().counts = grader::WhatCounts{35, "1 day late: 50 % off", ""};
    report.submissions.push_back({"too-close", {samples::counted()}}); // 70 of 70
    const grader::Book book = grader::book_of(report);
    const auto mark_of = [&](const std::string& student) {
        for (const grader::BookStudent& one : book.students)
            for (const grader::Mark& mark : one.marks)
                if (one.id == student && mark.grade.id == column) return mark;
        throw std::runtime_error("nobody is called " + student);
    };
    REQUIRE(book.labs.size() == 1);
    CHECK(book.labs.front().max_score == 100);
    CHECK(mark_of("all-measured").note.empty());
    CHECK(mark_of("too-close").score == 100);
    CHECK(mark_of("too-close").max_score == 100);
    CHECK(mark_of("too-close").note == "not all was measured: 70 of 70 count as 100 of 100");
    CHECK(mark_of("late").score == 50);
    CHECK(mark_of("late").note == "1 day late: 50 % off; not all was measured: 35 of 70 count as 50 of 100");
}
