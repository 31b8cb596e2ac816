#pragma once

/// @file
/// Running a program and reading what it says.

#include <string>
#include <vector>

namespace simulator::runtime {

/// What a program that has ended left.
struct ProcessResult {
    int status = -1;    ///< exit status; -1 when it could not be started or was killed
    std::string output; ///< of stdout and stderr
};

/// Runs @p command (the first is looked for in PATH) to its end, with nothing on its standard input.
ProcessResult run_process(const std::vector<std::string>& command);

} // namespace simulator::runtime
