#pragma once

/// @file
/// A class's hand-ins on their way through check and timing, as a run on one machine works on them (classroom/run/local_run.h): so many
/// are checked at once, one is timed on each GPU at a time, and whoever is free takes the first in line. The line is the order
/// in which hand-ins arrived, at both stages: of those that wait for a timing, the one that arrived first is next, and not the one
/// whose check ended first.
///
/// Not in it: starting the processes that work (once a run), the moment of at most 0.2 s in which the run looks up, and what
/// a machine fails at.

#include <optional>
#include <vector>

#include "classroom/bench/measured.h"
#include "classroom/run/estimate.h"

namespace grader::drain {

/// A hand-in that is to be graded.
struct Arrival {
    double at = 0;    ///< when it is handed in, in seconds
    StageTimes takes; ///< what its stages take
};

/// When a hand-in was where, in the seconds of Arrival::at.
struct GradingTimeline {
    double check_begins = 0;           ///< somebody takes it
    double checked = 0;                ///< its check is done
    std::optional<double> time_begins; ///< a GPU takes it; none: it takes none
    double graded = 0;                 ///< its grade is there
};

/// How each of @p arrivals passes, which are in the order in which they arrive, with so many @p hands. Throws UsageError where there
/// are no hands for what is to be done.
std::vector<GradingTimeline> simulate_queue(const std::vector<Arrival>& arrivals,
                                            const WorkerCounts& workers);

} // namespace grader::drain
