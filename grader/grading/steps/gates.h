#pragma once

/// @file
/// The gates of a lab: bounds for what the simulator counted.

#include <string>
#include <vector>

#include "course/manifest.h"
#include "course/quantity.h"
#include "grading/grade/grade.h"

namespace grader {

/// What @p gate asks of @p quantity: "at least 75 %".
std::string bounds_of(const Gate& gate, const Quantity& quantity);

/// Whether @p value keeps @p gate, and with @p margin of the bound to spare.
bool passes_gate(const Gate& gate, double value, double margin = 0);

/// Holds the counters of @p grade against the @p gates of the lab @p id. @p step gets its status, its message, the share of its
/// points, and what each missed gate says; @p grade gets the outcome of each gate. @p item is what the problem calls one
/// of its items.
void judge_gates(Step& step, const std::vector<Gate>& gates, const std::string& id, LabGrade& grade,
                 const std::string& item);

} // namespace grader
