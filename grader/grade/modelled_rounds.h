#pragma once

/// @file
/// How often each launch of a modelled call is done in the timed case.

#include <vector>

#include "course/manifest.h"
#include "inspect/observation.h"

namespace grader {

/// How often something of a launch is done.
struct LaunchRounds {
    double work = 1;     ///< what its blocks do
    double launches = 1; ///< the launch itself
};

/// Of each of @p launches of a call with @p sizes, for the timed case with sizes @p timed. Where the whole call is one round, the
/// work of each is done more often and each is launched once. Where it does some rounds itself, the last one stands for all that
/// are missing, because caches are then as they are most of the time; where it executes less than the ones before, all of them do.
/// A launch that is not done in each round is done once: it prepares the rounds, or does all of them in a loop.
/// @param all the launches of a call with all rounds of the timed case: the work of those that are done once grows as the
/// instructions of their kernels do; empty: it stays
std::vector<LaunchRounds> rounds_of(const std::vector<SeenLaunch>& launches, const ModelledCase& modelled,
                                    const kernelsmith::Sizes& sizes, const kernelsmith::Sizes& timed,
                                    const std::vector<SeenLaunch>& all = {});

/// Whether so much of the modelled time of @p launches belongs to those that are done once that it matters whether they
/// prepare the rounds or do all of them.
bool depends_on_all_rounds(const std::vector<SeenLaunch>& launches, const ModelledCase& modelled,
                           const kernelsmith::Sizes& sizes);

/// @p sizes with the number of rounds of the timed case.
kernelsmith::Sizes with_all_rounds(const ModelledCase& modelled, kernelsmith::Sizes sizes);

} // namespace grader
