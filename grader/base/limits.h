#pragma once

/// @file
/// How much a runner may take.

#include <chrono>
#include <cstdint>
#include <optional>

namespace grader {

/// Limits of each run of the student's process, as a lab's manifest states them.
struct Limits {
    double wall_s = 10; ///< for one call of the function
    /// Anonymous and shared host memory of the process and all that it starts, what CUDA takes included.
    std::int64_t memory_mb = 0;
    std::int64_t output_kb = 0; ///< what it may print
};

/// Limits of a run: its own, and the deadline of all runs that belong together.
struct RunLimits : Limits {
    /// When the time of all these runs together is over; none: never.
    std::optional<std::chrono::steady_clock::time_point> end = {};
    double all_runs_s = 0; ///< what that time was
};

/// A dozen processes that open a GPU take as long as this where others use it as well.
inline constexpr double seconds_to_open_a_gpu = 30;

/// The seconds that all runs of a lab may take together, where one call may take @p wall_s, and one that the simulator
/// watches @p watched_s (0: it watches none). No honest program comes near them, and one that sleeps in every call takes
/// them from nobody else's.
constexpr double seconds_of_all_runs(double wall_s, double watched_s) { return 6 * wall_s + 2 * watched_s; }

} // namespace grader
