#pragma once

/// @file
/// Starts a child. A failing step of the start is an infrastructure error that names the step.

#include <sys/types.h>

namespace grader {

struct ProcessSpec;

/// Starts the program of @p spec in a new session, with its output going to the descriptor @p output.
/// Returns the child's process ID, owned as after ChildRegistry::fork(). Throws EnvironmentError if a step
/// fails, and then no child exists.
pid_t spawn(const ProcessSpec& spec, int output);

} // namespace grader
