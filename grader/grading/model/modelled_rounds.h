#pragma once

/// @file
/// Repetitions of each launch of a modelled call in the timed case.

#include <vector>

#include "course/manifest.h"
#include "grading/inspect/observation.h"

namespace grader {

/// Repetitions of a launch.
struct LaunchRounds {
    double work = 1;     ///< repetitions of the work of its blocks
    double launches = 1; ///< repetitions of the launch itself
};

/// Returns the time in the timed case of a launch that takes @p part_ms in the modelled part, of which @p begin_ms
/// are the cost of any launch; @p whole is whole_per_part() for a launch that is faster on more SMs, and 1 for others.
double total_ms(double part_ms, double begin_ms, double whole, const LaunchRounds& rounds);

/// The purpose of the launches that do not recur in each round.
enum class SingleLaunches {
    prepare, ///< they prepare data that all rounds use
    loop,    ///< they loop over all rounds
};

/// Returns the repetitions of each of @p launches of a call with @p sizes, for the timed case with sizes @p
/// timed. If the whole call is one round, the work of each launch is repeated, but each is launched once. If
/// it does some rounds itself, the last one represents all missing ones, because caches are then in their
/// steady state; if it executes less than the ones before, all of them do.
std::vector<LaunchRounds> rounds_of(const std::vector<ObservedLaunch>& launches, const ModelledCase& modelled,
                                    const kernelsmith::Sizes& sizes, const kernelsmith::Sizes& timed,
                                    SingleLaunches single = SingleLaunches::prepare);

/// Returns whether launches that do not recur in each round take most of the modelled time of @p launches.
/// Only then can a loop over the rounds gain by being mistaken for preparation: launches in each round that
/// take as long cost more than it gains.
bool is_mostly_single(const std::vector<ObservedLaunch>& launches, const ModelledCase& modelled,
                      const kernelsmith::Sizes& sizes);

/// Returns the maximum number of instructions that a call with all rounds executes if @p launches, of a call
/// with some rounds, are repeated by @p rounds.
double max_instructions(const std::vector<ObservedLaunch>& launches, const std::vector<LaunchRounds>& rounds);

/// Returns @p sizes with the number of rounds of the timed case.
kernelsmith::Sizes with_all_rounds(const ModelledCase& modelled, kernelsmith::Sizes sizes);

} // namespace grader
