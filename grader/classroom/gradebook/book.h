#pragma once

/// @file
/// What counts: the grades of a class, or of one student, after the class's rules on time and attempts. Every gradebook is
/// written from this and from nothing else.

#include <optional>
#include <string>
#include <vector>

#include "grading/grade/grade.h"

namespace grader {

/// One lab in a gradebook.
struct BookLab {
    std::string id;       ///< "04_shared_tiling"
    std::string title;    ///< "Shared tiling"
    double max_score = 0; ///< what all its steps are worth
};

/// One student's mark in one lab.
struct Mark {
    LabGrade grade;       ///< as it was graded; `submitted` is false where nothing was handed in
    double score = 0;     ///< what counts: the grade's score after the rules, of `max_score`
    double max_score = 0; ///< BookLab::max_score
    std::string note;    ///< why that is another one than the grade's: "1 day 2 h late: 20 % off"; else empty
    std::string attempt; ///< which hand-in counts: "3 of 4, 2026-12-01 22:14"; empty where there is only one
};

/// One student.
struct BookStudent {
    std::string id;          ///< the folder's name; empty for one's own tree
    std::vector<Mark> marks; ///< one a lab, in the order of Book::labs
};

/// All that a gradebook can show.
struct Book {
    std::string backend;               ///< as in a report
    std::string device;                ///< as in a report; empty: there is none
    Isolation isolation;               ///< as in a report
    bool complete = true;              ///< false: others are still to be graded
    std::vector<BookLab> labs;         ///< in the order of the course
    std::vector<BookStudent> students; ///< by their ids
    std::vector<std::string> left_out; ///< as in a report
};

/// @p report as a book: of a grade that which LabGrade::counts says counts, and else the grade as it is. A lab that a student's part of the report lacks stands as not
/// handed in.
Book book_of(const GradeReport& report);

} // namespace grader
