#pragma once

/// @file
/// A class in numbers: how each lab went, and what it stumbled over.

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "classroom/gradebook/book.h"

namespace grader {

/// What a mark stands for.
enum class MarkKind {
    passed,     ///< the lab is passed
    failed,     ///< it was graded, and is not passed
    not_graded, ///< the machine could not, or not each step: it counts neither as points nor as none
    missing,    ///< nothing was handed in
};

/// What @p mark stands for.
MarkKind kind_of(const Mark& mark);

/// The points of @p mark that count as a share of what could be had, 0 to 1.
double share_of(const Mark& mark);

/// How many parts of 10 % a histogram has.
inline constexpr std::size_t score_bins = 10;

/// How one lab went.
struct LabTally {
    std::size_t passed = 0;     ///< students with such a mark
    std::size_t failed = 0;     ///< the same
    std::size_t not_graded = 0; ///< the same
    std::size_t missing = 0;    ///< the same
    /// How many of those graded have a share in [0, 10 %), [10 %, 20 %) and so on; the last one holds 100 % as well.
    std::array<std::size_t, score_bins> bins{};
    std::optional<double> median; ///< of the shares of those graded; none: nobody was
};

/// How the labs of @p book went, in its order.
std::vector<LabTally> tally_labs(const Book& book);

/// Something that students stumbled over in one lab.
struct CommonFailure {
    std::string lab;  ///< as BookLab::id
    std::string what; ///< a step, a gate in words, or what the simulator found: "shared race"
    std::string help; ///< the page of the course that helps: "slides/01_occupancy.md#mapping"; empty: none
    std::size_t students = 0; ///< whom it happened to
};

/// What a class stumbled over, in each list what most met first. They hold the course's words only, and no student's.
struct CommonFailures {
    std::vector<CommonFailure> steps;    ///< the first step that failed
    std::vector<CommonFailure> gates;    ///< gates that were not kept
    std::vector<CommonFailure> findings; ///< what the simulator found first where a step failed
};

/// What the students of @p book stumbled over.
CommonFailures common_failures_of(const Book& book);

/// What the simulator can find, as its reports call it: "shared_race". Each has a page in docs/findings.
const std::vector<std::string>& finding_kinds();

} // namespace grader
