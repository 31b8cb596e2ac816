#pragma once

/// @file
/// The cost of each line of a program, estimated from counters, and its cause.

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grading/inspect/observation.h"

namespace grader {

/// One source line, over all launches together.
///
/// Its cost is the time, in cycles, for which it would occupy an SM's units if each of them were never idle:
/// per cycle, four warp instructions are issued, two sectors are transferred between L1 and L2, and shared
/// memory serves one wavefront.
struct LineCost {
    std::string file;        ///< path as the compiler recorded it
    std::size_t line = 0;    ///< line number, from 1
    Counts counts;           ///< the simulator's counters; ratios only if a single launch executed the line
    double issue = 0;        ///< cycles of its instructions
    double memory = 0;       ///< cycles of its sectors
    double shared = 0;       ///< cycles of its shared-memory wavefronts
    double share = 0;        ///< its share of the cost of all lines, 0 to 1
    double instructions = 0; ///< warp instructions

    /// Returns the sum of the three costs.
    [[nodiscard]] double cost() const { return issue + memory + shared; }
    /// Returns the wavefronts that bank conflicts add per shared-memory request, be it a load, a store or an
    /// atomic; no value without requests.
    [[nodiscard]] std::optional<double> conflicts() const;
};

/// Returns every line that @p launches executed, the most expensive first.
std::vector<LineCost> line_costs(const std::vector<ObservedLaunch>& launches);

/// Explains the cost of @p line in a sentence: its largest part, and how much of that is waste.
std::string reason_of(const LineCost& line);

} // namespace grader
