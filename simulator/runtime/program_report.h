#pragma once

/// @file
/// What is reported about the program when it ends.

#include <atomic>

#include "findings/finding.h"
#include "report/launch_log.h"

namespace simulator::runtime {

/// Findings and launches of the program. Safe to use from several threads: each member has a lock of its own, or is atomic.
struct ProgramReport {
    Findings findings;                    ///< what the program did wrong
    LaunchLog launches;                   ///< what it launched
    std::atomic<bool> traced = false;     ///< whether `--trace` has met its kernel
    std::atomic<bool> over_limit = false; ///< whether a launch has exceeded Settings::instruction_limit
};

} // namespace simulator::runtime
