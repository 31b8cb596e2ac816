#pragma once

/// @file
/// What is kept of one lab: every grade and every hint, in the order in which they came; and the line of JSON
/// that each of them is in a file.

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
    LabGrade grade;       ///< what history_summary() leaves of it
};

/// A hint that was shown.
struct ShownHint {
    std::size_t index = 0;                 ///< in the manifest's list
    int task = 0;                          ///< that was at hand; 0: not known
    std::vector<Message> failure_messages; ///< what the step had said then
};

/// All that is remembered of one lab.
struct LabRecord {
    std::vector<PastGrade> grades; ///< oldest first
    /// By step, the hints shown for its last failure, oldest first: a failure of another kind starts anew.
    std::map<std::string, std::vector<ShownHint>> hints;
    std::map<std::string, std::vector<Message>>
        failure_messages;        ///< by step, what it said when it last failed
    std::size_t hints_taken = 0; ///< in all, for whatever failure
    bool readable = true;        ///< whether every line made sense

    /// The last grade that judged anything: a machine that measures nothing takes back nothing that another
    /// one has seen. Null where there is none.
    [[nodiscard]] const PastGrade* last() const;
    /// Returns the grade with the largest share of its points; among equals the one with the most points, then the one with the largest
    /// speedup, then the latest. Null if no grade judged anything.
    [[nodiscard]] const PastGrade* best() const;
    /// The largest speedup that was measured, or where none was, the largest that was modelled. Null where there is none.
    [[nodiscard]] const Speedup* best_speedup() const;
};

/// What is kept of @p grade: no more than a few thousand bytes, whatever a student's program printed. Of the
/// details only those that say why a step failed.
LabGrade history_summary(const LabGrade& grade);

/// The line for @p past.
std::string line_of(const PastGrade& past);
/// The line for hint @p place, shown for @p step with the task @p task at hand.
std::string line_of_hint(const std::string& step, std::size_t index, int task);

/// Reads @p lines. One that makes no sense is skipped.
LabRecord read_record(const std::vector<std::string>& lines);

/// @p lines without the grades that nobody will miss: kept are the first one, the best, the fastest and the
/// last 200, those before the last 20 without details, and the hints of the last failures.
std::vector<std::string> compacted(const std::vector<std::string>& lines);

} // namespace grader
