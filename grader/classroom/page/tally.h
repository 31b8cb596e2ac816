#pragma once

/// @file
/// Class statistics: results of each lab, and its most common failures.

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "classroom/gradebook/book.h"

namespace grader {

/// Kind of a mark.
enum class MarkKind {
    passed,     ///< the lab is passed
    failed,     ///< graded and not passed
    not_graded, ///< an infrastructure error in the lab or a step: counts neither as points nor as 0
    missing,    ///< nothing was submitted
};

/// Returns the kind of @p mark.
MarkKind kind_of(const Mark& mark);

/// Returns the points of @p mark that count, as a share of the maximum: 0 to 1.
double share_of(const Mark& mark);

/// Number of bins of a histogram of scores, 10 % each.
inline constexpr std::size_t score_bins = 10;

/// Results of one lab.
struct LabTally {
    std::size_t passed = 0;     ///< students who passed
    std::size_t failed = 0;     ///< students who were graded and did not pass
    std::size_t not_graded = 0; ///< students who could not be graded
    std::size_t missing = 0;    ///< students who submitted nothing
    /// Histogram of the graded students' shares: bins [0, 10 %), [10 %, 20 %) and so on; the last bin
    /// includes 100 %.
    std::array<std::size_t, score_bins> bins{};
    std::optional<double> median; ///< median of the graded students' shares; none: no student was graded
};

/// Returns the results of the labs of @p book, in its order.
std::vector<LabTally> tally_labs(const Book& book);

/// A failure that several students had in one lab.
struct CommonFailure {
    std::string lab;  ///< as BookLab::id
    std::string what; ///< a step, the text of a gate, or a finding of the simulator: "shared race"
    std::string help; ///< page of the course that helps: "slides/01_occupancy.md#mapping"; empty: none
    std::size_t students = 0; ///< number of students affected
};

/// Common failures of a class, each list with the most frequent first. They contain texts of the course only,
/// none of a student.
struct CommonFailures {
    std::vector<CommonFailure> steps;    ///< first step that failed
    std::vector<CommonFailure> gates;    ///< gates that were not passed
    std::vector<CommonFailure> findings; ///< first finding of the simulator in a step that failed
};

/// Collects the common failures of the students of @p book.
CommonFailures common_failures_of(const Book& book);

/// Kinds of findings, with the simulator's ids: "shared_race". Each has a page in docs/findings.
const std::vector<std::string>& finding_kinds();

} // namespace grader
