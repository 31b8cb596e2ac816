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
    double ms = 0;                    ///< all of it, from its beginning to its end
    std::vector<SeenLaunch> launches; ///< each with its time
    std::string fault;                ///< why it did not come to its end; empty: it did
    std::string wrong;                ///< what is wrong with its result; empty: nothing
};

/// What a launch of @p lab's modelled case that takes @p ms would take in the timed case, in ms. It is launched once, however
/// many rounds it stands for.
double in_timed_case(const Lab& lab, const ModelledTime& time, double ms);

/// Calls the build @p object once for the modelled case of @p lab, on inputs drawn from @p seed. Throws EnvironmentError.
/// @param what Watch::time or Watch::remedies
ModelledCall model_call(const Backend& backend, const Lab& lab, const std::filesystem::path& object,
                        std::uint64_t seed, Watch what = Watch::time);

} // namespace grader
