#pragma once

/// @file
/// The sections of the page, for page() to put together.

#include <cstdint>
#include <string>
#include <vector>

#include "classroom/bench/page.h"

namespace grader::drain {

/// What a section is made of.
struct PageParts {
    const MeasuredClass& measured; ///< what hand-ins took
    const SimulationSetup& setup;  ///< what is asked
    SubmissionSampler sampler;     ///< draws from what was measured

    /// All first attempts at once, of the draw that @p seed gives: whatever is compared is drawn alike.
    [[nodiscard]] std::vector<SampledSubmission> at_once(std::uint64_t seed) const;
};

/// Who works on a machine of so many @p cores and @p gpus.
WorkerCounts worker_counts_for(std::size_t cores, std::size_t gpus);
/// A share as "40 %".
std::string percent(double share);

/// How long a class takes whose hand-ins are all there.
std::string section_on_all_at_once(const PageParts& parts);
/// Who waits how long in the night before a deadline.
std::string section_on_deadline(const PageParts& parts);
/// The same on smaller machines.
std::string section_on_smaller_machines(const PageParts& parts);

} // namespace grader::drain
