#pragma once

/// @file
/// The marks that count: the grades of a class, or of one student, after the class's rules on lateness and
/// attempts. Every gradebook format is written from a Book and nothing else.

#include <optional>
#include <string>
#include <vector>

#include "grading/grade/grade.h"

namespace grader {

/// One lab of a gradebook.
struct BookLab {
    std::string id;       ///< "04_shared_tiling"
    std::string title;    ///< "Shared tiling"
    double max_score = 0; ///< maximum points of all its steps
};

/// One student's mark in one lab.
struct Mark {
    LabGrade grade;       ///< as graded; `submitted` is false if the student submitted nothing
    double score = 0;     ///< the points that count: the grade's score after the rules, out of `max_score`
    double max_score = 0; ///< BookLab::max_score
    std::string note;    ///< why `score` differs from the grade's: "1 day 2 h late: 20 % off"; empty: it does
                         ///< not
    std::string attempt; ///< the submission that counts: "3 of 4, 2026-12-01 22:14"; empty: there is only one
};

/// One student.
struct BookStudent {
    std::string id;          ///< name of the folder; empty for the user's own tree
    std::vector<Mark> marks; ///< one per lab, in the order of Book::labs
};

/// Contents of a gradebook.
struct Book {
    std::string backend;               ///< as in reports
    std::string device;                ///< as in reports; empty: there is none
    Isolation isolation;               ///< as in reports
    bool complete = true;              ///< false: more submissions are still to be graded
    std::vector<BookLab> labs;         ///< in the order of the course
    std::vector<BookStudent> students; ///< sorted by id
    std::vector<std::string> skipped;  ///< as in reports
};

/// Converts @p report to a book: a grade counts as its LabGrade::counts says, and as it is if that is empty.
/// A lab that is missing from a student's part of the report becomes one that was not submitted.
Book book_of(const GradeReport& report);

} // namespace grader
