#pragma once

/// @file
/// The record of one lab: every grade and every hint, in chronological order; and their serialization, one
/// line of JSON each.

#include <ctime>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grading/grade/grade.h"
#include "grading/messages/message.h"

namespace grader {

/// A grade, and when it was made.
struct PastGrade {
    std::time_t when = 0; ///< seconds since 1970; 0: unknown
    LabGrade grade;       ///< reduced by history_summary()
};

/// A hint that was shown.
struct ShownHint {
    std::size_t index = 0;                 ///< index in the manifest's list
    int task = 0;                          ///< current_task() when it was shown; 0: unknown
    std::vector<Message> failure_messages; ///< the step's messages at that time
};

/// The complete record of one lab.
struct LabRecord {
    std::vector<PastGrade> grades; ///< oldest first
    /// By step, the hints shown for its last failure, oldest first: a failure of another kind clears them.
    std::map<std::string, std::vector<ShownHint>> hints;
    std::map<std::string, std::vector<Message>>
        failure_messages;        ///< by step, the messages of its last failure
    std::size_t hints_taken = 0; ///< total, for any failure
    bool readable = true;        ///< whether every line could be parsed

    /// Returns the last grade with a verdict: a machine without measurements does not invalidate the results
    /// of another one. Null if there is none.
    [[nodiscard]] const PastGrade* last() const;
    /// Returns the grade with the largest share of its points; among equals the one with the
    /// most points, then the one with the largest speedup, then the latest. Null if no grade judged anything.
    [[nodiscard]] const PastGrade* best() const;
    /// Returns the largest measured speedup, or the largest modelled one if none was measured. Null if there
    /// is none.
    [[nodiscard]] const Speedup* best_speedup() const;
};

/// Returns the part of @p grade that is stored: at most a few thousand bytes, whatever a student's program
/// printed. Keeps only the details about why a step failed.
LabGrade history_summary(const LabGrade& grade);

/// Serializes @p past.
std::string line_of(const PastGrade& past);
/// Serializes hint @p index, shown for @p step with @p task as the current task.
std::string line_of_hint(const std::string& step, std::size_t index, int task);

/// Parses @p lines. Skips invalid ones.
LabRecord read_record(const std::vector<std::string>& lines);

/// Returns @p lines without dispensable grades: keeps the first one, the best, the fastest and the last 200,
/// those before the last 20 without details, and the hints of the last failures.
std::vector<std::string> compacted(const std::vector<std::string>& lines);

} // namespace grader
