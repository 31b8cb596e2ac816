#pragma once

/// @file
/// Runs a command line of one of the grader's programs: selects the command, parses its options, runs it, and
/// returns its status.

#include "grading/command_line/command.h"

namespace grader {

/// Runs the command of @p program that the command line names. Executes the other program for a command of
/// another program. Converts every exception into a message on standard error and an exit status.
int run_program(const Program& program, int argc, char** argv);

} // namespace grader
