#pragma once

/// @file
/// The gates of a lab: bounds on the simulator's counters.

#include <string>
#include <vector>

#include "course/manifest.h"
#include "course/quantity.h"
#include "grading/grade/grade.h"

namespace grader {

/// Returns the bounds of @p gate on @p quantity, in words: "at least 75 %".
std::string bounds_of(const Gate& gate, const Quantity& quantity);

/// Returns whether @p value passes @p gate, and keeps a distance of @p margin times the bound.
bool passes_gate(const Gate& gate, double value, double margin = 0);

/// Compares the counters of @p grade with the @p gates of the lab @p id. Sets the status, message and points
/// of @p step, with the advice of each failed gate as details; adds the result of each gate to @p grade. @p
/// item is the problem's word for one of its items.
void judge_gates(Step& step, const std::vector<Gate>& gates, const std::string& id, LabGrade& grade,
                 const std::string& item);

} // namespace grader
