#pragma once

/// @file
/// The page for a student who has passed every lab: the whole course as one ladder.

#include <cstddef>
#include <span>
#include <string>

#include "base/style.h"

namespace grader {

/// One lab of a passed course. Speedups are relative to the lab's baseline; 0 if unknown.
struct LastPageLab {
    std::string id;        ///< id of the lab
    std::string title;     ///< title of the lab
    double score = 0;      ///< score of the last grade
    double max_score = 0;  ///< maximum score of that grade
    std::size_t hints = 0; ///< number of hints that were shown
    double speedup = 0;    ///< speedup in the last grade
    /// Speedup of a program that takes exactly the time of the limit, in the same grade.
    double limit_speedup = 0;
    double solution_speedup = 0; ///< speedup of the reference solution, if it was measured
    bool about_speed = true;     ///< false: it has no baseline and no row, and only its points count
    std::string modelled = {};   ///< the GPU whose times were modelled for `speedup`; empty: measured
};

/// Returns the last page: each lab's speedup next to the solution's and the limit's, and its position between
/// the baseline and the limit.
/// @param measured_on the GPU of the solutions' speedups; empty if there are none
/// @param ladders whether the reader has the solutions and their ladders
std::string render_last_page(std::span<const LastPageLab> labs, const std::string& measured_on, bool ladders,
                             const Style& style);

} // namespace grader
