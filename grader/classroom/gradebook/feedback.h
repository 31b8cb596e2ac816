#pragma once

/// @file
/// What gradebooks say of a mark: in words, a line each, printable, and never more than a gradebook takes.

#include <cstddef>
#include <string>
#include <vector>

#include "classroom/gradebook/book.h"

namespace grader {

/// Bytes that the words about one step take at most.
inline constexpr std::size_t max_step_bytes = 8192;

/// Whether @p mark has to stay open, because the machine could not grade the lab, or not each step of it.
bool is_not_graded(const Mark& mark);

/// Why the lab could not be graded, in one line.
std::string why_not_graded(const LabGrade& grade);

/// What stands beside the message of @p step, and what does the same again. No more than about @p most bytes.
std::vector<std::string> detail_lines(const Step& step, std::size_t max_bytes = max_step_bytes);

/// The message of @p step, or what its status means where it has none.
std::string message_of(const Step& step);

/// "70 of 100, not passed", the reason for another score than the grade's, which attempt it is, and the first step that failed.
/// Of a lab that was not graded, that it was not, and why; of an incomplete grade, what its other steps earned as well.
std::vector<std::string> mark_lines(const Mark& mark);

/// @p value without more than two decimals. Never rounded up.
double points_of(double value);

/// The sum of @p student's marks, without labs that were not graded.
double score_of(const BookStudent& student);

} // namespace grader
