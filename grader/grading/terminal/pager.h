#pragma once

/// @file
/// Shows a long text one screen at a time.

#include <string>

#include "grading/terminal/signal_pipe.h"
#include "grading/terminal/terminal.h"

namespace grader {

/// Shows @p text in the pager of the environment variable PAGER, or in `less -R`, and prints it if there is
/// no pager. The pager owns the terminal until it ends.
/// @return a signal that ended it, SIGTERM or SIGHUP; 0 if it ended normally
int show_in_pager(const std::string& text, InteractiveTerminal& terminal, SignalPipe& signals);

} // namespace grader
