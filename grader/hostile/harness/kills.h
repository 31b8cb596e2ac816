#pragma once

/// @file
/// An honest class, and a grader that is killed again and again.
///
/// Theory of operation: a round begins with builds that are kept, gone, or out of date, starts a grade of a class of three
/// or of the course's own file, and kills the grader, and nothing else, at a moment that is drawn anew. Then no process of
/// it may live on, and each file that it writes has to be whole: as it was before, as it should be, or not there. Next the
/// same is graded to its end: all points for everybody, and nothing left of the killed one.

#include <cstdint>
#include <string>

#include "hostile/harness/hostile_case.h"
#include "hostile/harness/judge.h"
#include "hostile/harness/stage.h"

namespace hostile {

/// How often, and when.
struct KillOptions {
    int rounds = 0;         ///< at least 1
    std::uint64_t seed = 0; ///< of all that is drawn; is printed
};

/// Kills the grader at random moments while it grades @p hostile, a case whose file passes with all points. Prints what
/// was seen.
Faults kill_at_random(const HostileCase& hostile, const Sources& sources, const std::string& backend,
                      const KillOptions& kills);

} // namespace hostile
