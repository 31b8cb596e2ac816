#pragma once

/// @file
/// Report data about the program, complete when it ends.

#include <atomic>

#include "findings/finding.h"
#include "report/launch_log.h"

namespace simulator::runtime {

/// Findings and launches of the program. Thread-safe: each member has its own lock or is atomic.
struct ProgramReport {
    Findings findings;                    ///< errors of the program
    LaunchLog launches;                   ///< launches of the program
    std::atomic<bool> traced = false;     ///< whether the kernel of `--trace` was launched
    std::atomic<bool> over_limit = false; ///< whether a launch exceeded Settings::instruction_limit
};

} // namespace simulator::runtime
