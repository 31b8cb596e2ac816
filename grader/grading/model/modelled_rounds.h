#pragma once

/// @file
/// How often each launch of a modelled call is done in the timed case.

#include <vector>

#include "course/manifest.h"
#include "grading/inspect/observation.h"

namespace grader {

/// How often something of a launch is done.
struct LaunchRounds {
    double work = 1;     ///< what its blocks do
    double launches = 1; ///< the launch itself
};

/// What the launches do that do not come again in each round.
enum class SingleLaunches {
    prepare, ///< something that all rounds use
    loop,    ///< all rounds, one after the other
};

/// Of each of @p launches of a call with @p sizes, for the timed case with sizes @p timed. Where the whole call is one round, the
/// work of each is done more often and each is launched once. Where it does some rounds itself, the last one stands for all that
/// are missing, because caches are then as they are most of the time; where it executes less than the ones before, all of them do.
std::vector<LaunchRounds> rounds_of(const std::vector<ObservedLaunch>& launches, const ModelledCase& modelled,
                                    const kernelsmith::Sizes& sizes, const kernelsmith::Sizes& timed,
                                    SingleLaunches single = SingleLaunches::prepare);

/// Whether launches that do not come again in each round take most of the modelled time of @p launches. Only then can a loop
/// over the rounds gain by being taken for a preparation: launches in each round that take as long cost more than it gains.
bool is_mostly_single(const std::vector<ObservedLaunch>& launches, const ModelledCase& modelled,
                      const kernelsmith::Sizes& sizes);

/// The most instructions that a call with all rounds executes where @p launches, of a call with some of them, are done as often as
/// @p rounds says.
double max_instructions(const std::vector<ObservedLaunch>& launches, const std::vector<LaunchRounds>& rounds);

/// @p sizes with the number of rounds of the timed case.
kernelsmith::Sizes with_all_rounds(const ModelledCase& modelled, kernelsmith::Sizes sizes);

} // namespace grader
