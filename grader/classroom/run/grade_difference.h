#pragma once

/// @file
/// Two grades of the same files, by two versions of a lab or with two seeds: whether anything differs that the student notices,
/// and what.

#include <string>
#include <vector>

#include "grading/grade/grade.h"

namespace grader {

/// How far two grades of the same files differ.
enum class DifferenceKind {
    none,     ///< nobody notices anything
    measured, ///< in speed alone, by the same thresholds, and it counts as passed in both or in neither
    changed,  ///< in anything else
};

/// What differs between two grades.
struct GradeDifference {
    DifferenceKind kind = DifferenceKind::none; ///< how far
    double measured = 0; ///< by how many points measuring again alone moved the score; never negative
    std::vector<std::string> why; ///< changed: a line each, fit for a terminal: "correct: fail → pass (...)"
};

/// What differs between @p then and @p now.
///
/// Verdict, score, and each step's status and points are compared. Of a step that fails in both, the first sentence is, too, without
/// its numbers, because inputs are drawn anew. The same program that is measured twice may pass once and be too close to call the
/// other time; both count as passed. A step that waits for another one has no line: the other one has.
GradeDifference difference_between(const LabGrade& then, const LabGrade& now);

} // namespace grader
