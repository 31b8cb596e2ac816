#pragma once

/// @file
/// The sections of the page, which page() puts together.

#include <cstdint>
#include <string>
#include <vector>

#include "classroom/bench/page.h"

namespace grader::drain {

/// Input of a section.
struct PageParts {
    const MeasuredClass& measured; ///< measured times of submissions
    const SimulationSetup& setup;  ///< parameters of the simulation
    SubmissionSampler sampler;     ///< draws from the measured submissions

    /// Samples all first attempts at once, from the random stream of @p seed. Sections that are compared use
    /// the same seed, so they compare the same submissions.
    [[nodiscard]] std::vector<SampledSubmission> at_once(std::uint64_t seed) const;
};

/// Returns the number of workers on a machine with @p cores and @p gpus.
WorkerCounts worker_counts_for(std::size_t cores, std::size_t gpus);
/// Formats a share as "40 %".
std::string percent(double share);

/// Renders the section on a class whose submissions are all there at once: how long they take.
std::string section_on_all_at_once(const PageParts& parts);
/// Renders the section on waiting times in the night before a deadline.
std::string section_on_deadline(const PageParts& parts);
/// Renders the section on smaller machines.
std::string section_on_smaller_machines(const PageParts& parts);

} // namespace grader::drain
