#pragma once

/// @file
/// Two grades of one file, step by step: what was, and what is.

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace grader {

/// What became of a thing that both grades have.
enum class Agreement {
    same,         ///< as it was; of times, what could be by chance
    differs,      ///< not as it was
    not_compared, ///< could not be done again here
};

/// One thing, then and now.
struct ComparisonRow {
    std::string what;                      ///< "correct"
    std::string then;                      ///< "pass 40 / 40"; empty: there was no such thing
    std::string now;                       ///< the same for now
    Agreement agreement = Agreement::same; ///< whether both say the same
    std::vector<std::string> notes = {}; ///< beyond one line: messages that differ, why nothing was compared
};

/// A whole grade.
struct GradeComparison {
    std::vector<ComparisonRow>
        rows; ///< verdict, score, each step, speedup, counters; none of the texts is safe to print
    Agreement outcome =
        Agreement::same; ///< differs, where a row does; else not_compared, where a row is; else same
};

/// The grades @p then and @p now, each a lab of a report (grading/report/grade/json.h).
///
/// Status, points and message of each step have to be what they were, and every counter to the last digit. `fast` is told by a clock,
/// which never tells the same twice: it agrees where the intervals of the speedups overlap and both passed, or both did not.
/// Where not @p same_clock, it is not compared, nor is a verdict that it decides.
/// Throws nlohmann::json::exception where one of them is no such thing.
GradeComparison compare(const nlohmann::json& then, const nlohmann::json& now, bool same_clock);

} // namespace grader
