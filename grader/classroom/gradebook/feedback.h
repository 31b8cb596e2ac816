#pragma once

/// @file
/// Feedback texts of a mark for gradebooks: printable, one line each, and within the limits of the
/// gradebooks.

#include <cstddef>
#include <string>
#include <vector>

#include "classroom/gradebook/book.h"

namespace grader {

/// Limit of the feedback on one step, in bytes.
inline constexpr std::size_t max_step_bytes = 8192;

/// Reports whether @p mark has to stay open because the lab, or a step of it, could not be graded (an
/// infrastructure error).
bool is_not_graded(const Mark& mark);

/// Returns in one line why the lab could not be graded.
std::string why_not_graded(const LabGrade& grade);

/// Returns the details next to the message of @p step, and the command that reproduces it. About @p max_bytes
/// at most.
std::vector<std::string> detail_lines(const Step& step, std::size_t max_bytes = max_step_bytes);

/// Returns the message of @p step, or a description of its status if it has none.
std::string message_of(const Step& step);

/// Returns "70 of 100, not passed", the reason if the score differs from the grade's, which attempt it
/// is, and the first step that failed. If the lab was not graded, says so and why; if the grade is
/// incomplete, also says how many points its other steps earned.
std::vector<std::string> mark_lines(const Mark& mark);

/// Cuts @p value to two decimals. Never rounds up.
double points_of(double value);

/// Returns the sum of @p student's marks, without labs that were not graded.
double score_of(const BookStudent& student);

} // namespace grader
