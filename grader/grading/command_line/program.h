#pragma once

/// @file
/// What the grader's programs have in common: they parse one command line, do it, and end with its status.

#include <functional>

#include "base/errors.h"
#include "grading/command_line/context.h"

namespace grader {

/// Does what @p options ask for.
using Action = std::function<ExitStatus(const Options& options, const Places& places)>;

/// Parses the command line and runs @p action. Whatever goes wrong ends here, with its own exit status and a
/// message on standard error.
int run_program(int argc, char** argv, const Action& action);

} // namespace grader
