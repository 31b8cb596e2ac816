#pragma once

/// @file
/// The page that docs/results/class.md holds.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "classroom/bench/sampled_class.h"

namespace grader::drain {

/// What is asked of the simulation.
struct SimulationSetup {
    std::string file;                       ///< where the measured times lie, for the page to name
    std::string options = {};               ///< what else was typed, each behind a blank
    ClassSize size = {};                    ///< the class
    std::size_t gpus = 8;                   ///< of the machine
    std::size_t cores = 64;                 ///< of the machine
    std::optional<double> stopped = {};     ///< see SubmissionSampler
    DeadlineDistribution distribution = {}; ///< when students hand in before a deadline
    std::uint64_t seed = 1;                 ///< the same seed, the same page
};

/// The page as Markdown. Throws UsageError where the question makes no sense.
std::string page(const MeasuredClass& measured, const SimulationSetup& setup);

} // namespace grader::drain
