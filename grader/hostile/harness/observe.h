#pragma once

/// @file
/// Runs the grader and watches it: how long it takes, how much memory, and what it leaves running.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "testing/harness.h"

namespace hostile {

/// What a run may take before it is stopped.
struct Bounds {
    double seconds = 180;
    std::size_t memory_mb = 3072;       ///< of everything that was started, together
    std::optional<double> kill_after_s; ///< the grader alone is killed so long after its start
    double grace_s =
        1.5; ///< after its end, processes that were killed with it are gone, on a busy machine, too
};

/// How the grader ended.
struct Outcome {
    int status = -1;              ///< exit status; -1: a signal ended it
    bool timed_out = false;         ///< it was stopped, because it did not end in time
    bool exceeded_memory = false;       ///< it was stopped, because too much memory was used
    std::size_t grader_mb = 0;    ///< the most that the grader itself had
    std::size_t all_processes_mb = 0; ///< the most that all processes had together
    double seconds = 0;           ///< from its start to its end
    std::string out;
    std::string err;
    std::vector<std::string> left; ///< processes that outlived it; they have been ended
};

/// Runs @p argv in a session of its own, with output going to files in @p seen. Descendants are found by their
/// parents, who are collected here when theirs die, and by a variable of the environment.
Outcome observe(const std::vector<std::string>& argv, const harness::Environment& environment,
                const std::filesystem::path& grader, const std::filesystem::path& seen, const Bounds& bounds);

} // namespace hostile
