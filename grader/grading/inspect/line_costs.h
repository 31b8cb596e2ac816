#pragma once

/// @file
/// What each line of a program costs, as far as counters can tell, and why.

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grading/inspect/observation.h"

namespace grader {

/// One line over all launches together.
///
/// Its cost is how long it would keep an SM's units busy, in cycles, were each of them never idle: four warp
/// instructions a cycle are issued, two sectors travel between L1 and L2, shared memory serves one wavefront.
struct LineCost {
    std::string file;        ///< as the compiler knew it
    std::size_t line = 0;    ///< from 1
    Counts counts;           ///< the simulator's counters; ratios only where one launch executed it
    double issue = 0;        ///< cycles of its instructions
    double memory = 0;       ///< cycles of its sectors
    double shared = 0;       ///< cycles of its wavefronts
    double share = 0;        ///< of the cost of all lines, 0 to 1
    double instructions = 0; ///< warp instructions

    /// The sum of the three.
    [[nodiscard]] double cost() const { return issue + memory + shared; }
    /// Passes that bank conflicts cost a request to shared memory, be it a load, a store or an atomic; nothing
    /// where there is no request.
    [[nodiscard]] std::optional<double> conflicts() const;
};

/// Every line that @p launches executed, the costliest first.
std::vector<LineCost> line_costs(const std::vector<ObservedLaunch>& launches);

/// Why @p line costs what it does, in a sentence: what most of it is, and what of that is waste.
std::string reason_of(const LineCost& line);

} // namespace grader
