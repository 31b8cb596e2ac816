#pragma once

/// @file
/// Resource limits of a runner.

#include <chrono>
#include <cstdint>
#include <optional>

namespace grader {

/// Limits of each run of the student's process, as in a lab's manifest.
struct Limits {
    double wall_s = 10; ///< wall-clock seconds per call of the function
    /// Limit in MiB on the anonymous and shared host memory of the process and all its descendants, including
    /// CUDA's.
    std::int64_t memory_mb = 0;
    std::int64_t output_kb = 0; ///< limit on its output in KiB
};

/// Limits of a run: its own, and the deadline of all runs that belong together.
struct RunLimits : Limits {
    /// Deadline of all these runs together; none: no deadline.
    std::optional<std::chrono::steady_clock::time_point> end = {};
    double all_runs_s = 0; ///< the time budget in seconds that led to the deadline
};

/// Seconds in which a dozen processes can open a GPU that others use as well.
inline constexpr double seconds_to_open_a_gpu = 30;

/// Returns the time budget in seconds of all runs of a lab together, if one call may take @p wall_s, and an
/// instrumented run @p watched_s (0: there are none). No honest program comes near it, and a program that
/// sleeps in every call exhausts only its own budget.
constexpr double seconds_of_all_runs(double wall_s, double watched_s) { return 6 * wall_s + 2 * watched_s; }

} // namespace grader
