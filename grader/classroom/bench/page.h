#pragma once

/// @file
/// The page that docs/results/class.md holds.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "classroom/bench/sampled_class.h"

namespace grader::drain {

/// Parameters of the simulation.
struct SimulationSetup {
    std::string file;                       ///< path of the measured times, which the page names
    std::string options = {};               ///< the other options as typed, each after a blank
    ClassSize size = {};                    ///< size of the class
    std::size_t gpus = 8;                   ///< GPUs of the machine
    std::size_t cores = 64;                 ///< cores of the machine
    std::optional<double> stopped = {};     ///< share of submissions that end after their check; see
                                            ///< SubmissionSampler
    DeadlineDistribution distribution = {}; ///< when students submit before a deadline
    std::uint64_t seed = 1;                 ///< seed of the random stream: the same seed gives the same page
};

/// Renders the page as Markdown. Throws UsageError if the parameters contradict each other.
std::string page(const MeasuredClass& measured, const SimulationSetup& setup);

} // namespace grader::drain
