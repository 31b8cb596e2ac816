#pragma once

/// @file
/// The start of a child: every step of it either works or is the grader's fault, told with the step's name.

#include <sys/types.h>

namespace grader {

struct ProcessSpec;

/// Starts the program of @p spec in a session of its own, with its output going to the descriptor @p output.
/// Returns its number as ChildRegistry::fork() does. Throws EnvironmentError when a step of that fails, and
/// then there is no child.
pid_t spawn(const ProcessSpec& spec, int output);

} // namespace grader
