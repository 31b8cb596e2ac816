#pragma once

/// @file
/// How long a run of a class still takes, and who waits for what.

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "classroom/run/run_status.h"

namespace grader {

/// How many jobs are worked on at once.
struct WorkerCounts {
    std::size_t checkers = 1; ///< checked
    std::size_t timers = 1;   ///< timed
};

/// Seconds until @p standing is finished with so many @p hands, by what its jobs took so far, lab by lab. Nothing while no job
/// of this run is done.
std::optional<double> seconds_left(const RunStatus& run_status, const WorkerCounts& workers);

/// By student who is not done: how many jobs of others are done before the last of his or hers begins.
std::map<std::string, std::size_t> queue_positions(const RunStatus& run_status);

/// One line: how many are graded, how many wait for what, and how long it still takes.
std::string progress_text(const RunStatus& run_status, const WorkerCounts& workers);

/// A time as a person says it: "40 s", "12 min", "3 h 20 min".
std::string duration_text(double seconds);

} // namespace grader
