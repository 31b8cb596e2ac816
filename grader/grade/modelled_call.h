#pragma once

/// @file
/// How long a call would take on the modelled GPU.

#include <filesystem>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "course/course.h"
#include "grade/call_steps.h"
#include "grade/modelled_rounds.h"
#include "inspect/observation.h"

namespace grader {

/// A call that was modelled.
struct ModelledCall {
    CallTime time;                    ///< of the timed case, on the whole GPU
    std::vector<SeenLaunch> launches; ///< each with its time, as it was modelled
    OperationLog operations;          ///< what it asked the GPU for, as the runner noted it
    std::vector<CallStep> steps;      ///< the same as the timed case would do it
    HostTimes host;                   ///< what these take of the host
    std::vector<LaunchRounds> rounds; ///< of each launch
    double whole = 1;                 ///< whole_per_part()
    double parts = 1;                 ///< of the GPU, of which one was modelled
    double memory_parts = 1;          ///< the same of its memory
    std::string fault;                ///< why it did not come to its end; empty: it did
    std::string wrong;                ///< what is wrong with its result; empty: nothing

    /// What the launch with number @p launch would take in the timed case, if it took @p part_ms where it was modelled.
    [[nodiscard]] double in_timed_case(std::size_t launch, double part_ms) const;

    /// What the call would take if its launches took @p part_ms where they were modelled, each by its number.
    [[nodiscard]] double ms_with(const std::vector<double>& part_ms) const;
    /// What its launches take where they were modelled; 0 where that is not known.
    [[nodiscard]] std::vector<double> part_times() const;
    /// What the call would take if it did @p other_steps.
    [[nodiscard]] double ms_doing(const std::vector<CallStep>& other_steps) const;
};

/// Calls the build @p object once for the modelled case of @p lab, on inputs drawn from @p seed. Throws EnvironmentError.
/// @param what Watch::time or Watch::remedies
ModelledCall model_call(const Backend& backend, const Lab& lab, const std::filesystem::path& object,
                        std::uint64_t seed, Watch what = Watch::time);

} // namespace grader
