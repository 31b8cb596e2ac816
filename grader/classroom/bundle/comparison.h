#pragma once

/// @file
/// Comparison of two grades of one file, step by step: the earlier one and the one made now.

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace grader {

/// Result of comparing one value of the two grades.
enum class Agreement {
    same,         ///< equal; of times, no more different than chance explains
    differs,      ///< different
    not_compared, ///< could not be reproduced here
};

/// One compared value.
struct ComparisonRow {
    std::string what;                      ///< what is compared: "correct"
    std::string then;                      ///< "pass 40 / 40"; empty: the earlier grade has no such value
    std::string now;                       ///< the value of the new grade, in the same form
    Agreement agreement = Agreement::same; ///< whether both values agree
    std::vector<std::string> notes = {};   ///< more than fits in one line: messages that differ, why nothing
                                           ///< was compared
};

/// Comparison of two whole grades.
struct GradeComparison {
    std::vector<ComparisonRow>
        rows; ///< verdict, score, each step, speedup, counters; none of the texts is safe to print
    Agreement outcome =
        Agreement::same; ///< differs if a row differs; else not_compared if a row is; else same
};

/// Compares the grades @p then and @p now, each a lab of a report (grading/report/grade/json.h).
///
/// Status, points and message of each step must be equal, and every counter to the last digit. The step
/// `fast` is measured, and two measurements are never equal: it agrees if the intervals of the speedups
/// overlap and both passed, or both did not. If not @p same_clock, `fast` is not compared, nor is a
/// verdict that depends on it. Throws nlohmann::json::exception if one of them is not a lab of a report.
GradeComparison compare(const nlohmann::json& then, const nlohmann::json& now, bool same_clock);

} // namespace grader
