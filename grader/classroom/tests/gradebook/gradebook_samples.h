#pragma once

/// @file
/// Books for the tests of gradebooks.

#include "classroom/gradebook/book.h"
#include "classroom/gradebook/formats.h"

namespace samples {

/// A class of three, with a score that a rule has changed and an attempt.
grader::Book book_of_class();
/// One student on an H200: a lab too close to call, one wrong, one passed, one that could not be graded.
grader::Book book_of_one();
/// One student, every text of whom attacks its reader; the folder's name, too.
grader::Book hostile_book();
/// One student whose messages are megabytes.
grader::Book huge_book();
/// One student with @p grades.
grader::Book book_with(std::vector<grader::LabGrade> grades);

/// The roster of the class of three; linus has no line.
grader::Roster roster();

} // namespace samples
