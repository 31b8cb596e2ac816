#pragma once

/// @file
/// Runs the grader and monitors it: its duration, its memory, and the processes that it leaves running.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "testing/harness.h"

namespace hostile {

/// Limits of a run.
struct Bounds {
    double seconds = 180;
    std::size_t memory_mb = 3072;       ///< all started processes together
    std::optional<double> kill_after_s; ///< seconds from the start to a SIGKILL of the grader alone
    double grace_s =
        1.5; ///< after its end; enough for processes that were killed with it to end, even on a busy
             ///< machine
};

/// Outcome of the grader's run.
struct Outcome {
    int status = -1;                  ///< exit status; -1: a signal ended it
    bool timed_out = false;           ///< it was killed at the time limit
    bool exceeded_memory = false;     ///< it was killed, because all processes used too much memory
    std::size_t grader_mb = 0;        ///< peak memory of the grader itself
    std::size_t all_processes_mb = 0; ///< peak memory of all processes together
    double seconds = 0;               ///< duration
    std::string out;
    std::string err;
    std::vector<std::string> left; ///< processes that outlived it; they have been killed
};

/// Runs @p argv in a new session, with output redirected to files in @p seen. Descendants are found by
/// their parents (this process is the subreaper of orphans), and by an environment variable.
Outcome observe(const std::vector<std::string>& argv, const harness::Environment& environment,
                const std::filesystem::path& grader, const std::filesystem::path& seen, const Bounds& bounds);

} // namespace hostile
