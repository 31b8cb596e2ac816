#pragma once

/// @file
/// What somebody reads who has passed every lab: the whole course as one ladder.

#include <cstddef>
#include <span>
#include <string>

#include "base/style.h"

namespace grader {

/// One lab of a course that has been passed. Speedups are over the lab's baseline; 0 where one is not known.
struct LastPageLab {
    std::string id;              ///< the lab's
    std::string title;           ///< the lab's
    double score = 0;            ///< of the last grade
    double max_score = 0;        ///< what that grade could have earned
    std::size_t hints = 0;       ///< taken on the way
    double speedup = 0;          ///< of the last grade
    double limit_speedup = 0;    ///< of a program that takes as long as the limit says, in the same grade
    double solution_speedup = 0; ///< of the reference solution, where it was measured
    bool about_speed = true;     ///< false: it has no baseline and no row, and counts by its points alone
    std::string modelled = {};   ///< the GPU that `speedup` was modelled for; empty: it was measured
};

/// The last page: each lab's speedup beside the solution's and the limit's, and how far on the way from the
/// baseline to the limit that is.
/// @param measured_on the GPU of the solutions' speedups; empty where there are none
/// @param ladders whether the reader has the solutions and their ladders
std::string render_last_page(std::span<const LastPageLab> labs, const std::string& measured_on, bool ladders,
                             const Style& style);

} // namespace grader
