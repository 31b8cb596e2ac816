#pragma once

/// @file
/// Running a child process and reading its output.

#include <string>
#include <vector>

namespace simulator::runtime {

/// Result of a process that has ended.
struct ProcessResult {
    int status = -1;    ///< exit status; -1 if it could not be started or was killed
    std::string output; ///< combined output of stdout and stderr
};

/// Runs @p command (its first element is looked up in PATH) to its end, with empty standard input.
ProcessResult run_process(const std::vector<std::string>& command);

} // namespace simulator::runtime
