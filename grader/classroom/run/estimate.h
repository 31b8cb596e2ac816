#pragma once

/// @file
/// Estimates of a run: its remaining time, and the queue position of each student.

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "classroom/run/run_status.h"

namespace grader {

/// Number of jobs that are processed in parallel.
struct WorkerCounts {
    std::size_t checkers = 1; ///< jobs in the check stage
    std::size_t timers = 1;   ///< jobs in the timing stage, one per GPU
};

/// Estimates the seconds until @p run_status is finished with @p workers, from the durations of its finished
/// jobs, lab by lab. Nothing while no job of this run is finished.
std::optional<double> seconds_left(const RunStatus& run_status, const WorkerCounts& workers);

/// Returns, by student who is not finished: how many jobs of others are finished before the student's last
/// job begins.
std::map<std::string, std::size_t> queue_positions(const RunStatus& run_status);

/// Returns one line: how many jobs are graded, how many wait for which stage, and the estimated remaining
/// time.
std::string progress_text(const RunStatus& run_status, const WorkerCounts& workers);

/// Formats a duration for people: "40 s", "12 min", "3 h 20 min".
std::string duration_text(double seconds);

} // namespace grader
