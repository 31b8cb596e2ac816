#pragma once

/// @file
/// Difference between two grades of the same files, by two versions of a lab or with two seeds: whether the
/// student would notice any, and which.

#include <string>
#include <vector>

#include "grading/grade/grade.h"

namespace grader {

/// How much two grades of the same files differ.
enum class DifferenceKind {
    none,     ///< nothing that the student would notice
    measured, ///< in speed alone, by the same thresholds, and passed in both or in neither
    changed,  ///< in anything else
};

/// The difference between two grades.
struct GradeDifference {
    DifferenceKind kind = DifferenceKind::none; ///< how much they differ
    double measured = 0; ///< change of the score from measuring again alone, in points; never negative
    std::vector<std::string> why; ///< changed: one line each, safe to print: "correct: fail → pass (...)"
};

/// Compares the grades @p then and @p now.
///
/// Compares verdict, score, and each step's status and points. If a step fails in both, compares the first
/// sentence of its message without its numbers as well, because inputs are drawn again. The same program,
/// measured twice, may pass once and be too close to call the other time; both count as passed. A step that
/// was skipped because another one failed has no line: the other step has one.
GradeDifference difference_between(const LabGrade& then, const LabGrade& now);

} // namespace grader
