#pragma once

/// @file
/// The init process (PID 1) of a sandbox: it starts the program, waits for its end, and copies out its output
/// files.

#include <string>
#include <vector>

#include "grading/sandbox/sandbox_spec.h"

namespace confine {

/// The program to run in a sandbox, and the descriptors that lead out of the sandbox.
struct SandboxRequest {
    grader::SandboxSpec sandbox;      ///< the sandbox as the grader specified it
    std::vector<std::string> command; ///< path of the program in the sandbox, and its arguments
    bool own_user = false;            ///< the program must switch to the sandbox's own user ID first
    int status = -1;                  ///< descriptor that stays open until the program runs; a failure to
                                      ///< start is written here
    int result = -1;                  ///< descriptor that receives the program's wait status, as waitpid()
                                      ///< reports it, as an int
};

/// Runs the program to its end, or reports why it cannot be started. Afterwards this process is the only one
/// left in the sandbox.
void supervise_program(const SandboxRequest& request);

} // namespace confine
