#pragma once

/// @file
/// How long a call would take on the modelled GPU.

#include <filesystem>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "course/course.h"
#include "inspect/observation.h"

namespace grader {

/// A call that was modelled.
struct ModelledCall {
    double ms = 0;                    ///< of the timed case, on the whole GPU
    std::vector<SeenLaunch> launches; ///< each with its time, as it was modelled
    unsigned rounds = 1;              ///< ModelledCase::rounds
    double whole = 1;                 ///< whole_per_part()
    std::string fault;                ///< why it did not come to its end; empty: it did
    std::string wrong;                ///< what is wrong with its result; empty: nothing

    /// What a launch that takes @p part_ms where it was modelled, made up as @p time, would take in the timed case. It is launched
    /// once, however many rounds it stands for.
    [[nodiscard]] double in_timed_case(const ModelledTime& time, double part_ms) const;
};

/// Calls the build @p object once for the modelled case of @p lab, on inputs drawn from @p seed. Throws EnvironmentError.
/// @param what Watch::time or Watch::remedies
ModelledCall model_call(const Backend& backend, const Lab& lab, const std::filesystem::path& object,
                        std::uint64_t seed, Watch what = Watch::time);

} // namespace grader
