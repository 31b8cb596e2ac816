#pragma once

/// @file
/// A long text, a screen at a time.

#include <string>

#include "grading/terminal/signal_pipe.h"
#include "grading/terminal/terminal.h"

namespace grader {

/// Shows @p text in the pager of the environment's PAGER, else in `less -R`, and prints it where there is
/// none. The terminal is the pager's until it ends.
/// @return a signal that ended it, SIGTERM or SIGHUP; 0 where it ended as it should
int show_in_pager(const std::string& text, InteractiveTerminal& terminal, SignalPipe& signals);

} // namespace grader
