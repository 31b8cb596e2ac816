#pragma once

/// @file
/// How the grader's programs run a command line: choose the command, parse its options, run it, and end with its status.

#include "grading/command_line/command.h"

namespace grader {

/// Runs the command of @p program that the command line names. A command of another program is left to it. Whatever goes wrong ends
/// here, with its own exit status and a message on standard error.
int run_program(const Program& program, int argc, char** argv);

} // namespace grader
