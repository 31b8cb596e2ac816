#pragma once

/// @file
/// How the grader's programs run a command line: choose the command, parse its options, run it, and end with its status.

#include "grading/command_line/command.h"

namespace grader {

/// Runs the command of @p program that the command line names. Starts the other program for a command of
/// another program. Turns every exception into a message on standard error and an exit status.
int run_program(const Program& program, int argc, char** argv);

} // namespace grader
