#pragma once

/// @file
/// How long a call would take on the modelled GPU.

#include <filesystem>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "course/course.h"
#include "grade/modelled_rounds.h"
#include "inspect/observation.h"

namespace grader {

/// A call that was modelled.
struct ModelledCall {
    double ms = 0;                    ///< of the timed case, on the whole GPU
    double call_ms = 0;               ///< of these, what the call takes beside its kernels
    std::vector<SeenLaunch> launches; ///< each with its time, as it was modelled
    std::vector<LaunchRounds> rounds; ///< of each launch
    double whole = 1;                 ///< whole_per_part()
    double parts = 1;                 ///< of the GPU, of which one was modelled
    double memory_parts = 1;          ///< the same of its memory
    std::string fault;                ///< why it did not come to its end; empty: it did
    std::string wrong;                ///< what is wrong with its result; empty: nothing

    /// What the launch with number @p launch would take in the timed case, if it took @p part_ms where it was modelled.
    [[nodiscard]] double in_timed_case(std::size_t launch, double part_ms) const;
};

/// Calls the build @p object once for the modelled case of @p lab, on inputs drawn from @p seed. Throws EnvironmentError.
/// @param what Watch::time or Watch::remedies
ModelledCall model_call(const Backend& backend, const Lab& lab, const std::filesystem::path& object,
                        std::uint64_t seed, Watch what = Watch::time);

} // namespace grader
