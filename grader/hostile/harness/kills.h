#pragma once

/// @file
/// Grades an honest class with a grader that is killed repeatedly.
///
/// Theory of operation: a round begins with cached, missing or stale builds, starts a grade of a class of
/// three or of the course's own file, and kills only the grader at a random moment. Then none of its
/// processes may survive, and each file that it writes must be the old one, the complete new one, or
/// missing. Next the same files are graded to the end: all students must have all points, and no remains of
/// the killed grader may be left.

#include <cstdint>
#include <string>

#include "hostile/harness/hostile_case.h"
#include "hostile/harness/judge.h"
#include "hostile/harness/stage.h"

namespace hostile {

/// Number and random seed of the kills.
struct KillOptions {
    int rounds = 0;         ///< at least 1
    std::uint64_t seed = 0; ///< seed of all random choices; is printed
};

/// Kills the grader at random moments while it grades @p hostile, a case whose file passes with all points.
/// Prints the observations.
Faults kill_at_random(const HostileCase& hostile, const Sources& sources, const std::string& backend,
                      const KillOptions& kills);

} // namespace hostile
