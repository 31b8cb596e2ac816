#pragma once

/// @file
/// The process in a room that starts its program, waits for it, and hands out what it leaves.

#include <string>
#include <vector>

#include "grading/sandbox/sandbox_spec.h"

namespace confine {

/// What the program is, and the lines to outside.
struct SandboxRequest {
    grader::SandboxSpec sandbox;      ///< as it was planned
    std::vector<std::string> command; ///< the program's path in the room, and its arguments
    bool own_user = false;            ///< the program is to become the room's own user first
    int status = -1;                  ///< open until the program runs: here a failure would be told
    int result = -1;                  ///< here goes, as an int, how waitpid() tells of the program's end
};

/// Runs the program to its end, or tells why it cannot be started. Nothing in the room lives then but this process.
void supervise_program(const SandboxRequest& request);

} // namespace confine
