#pragma once

/// @file
/// Text of command lines: for the lines of a report that a reader can type again, and for graders that a
/// grader starts.

#include <string>
#include <vector>

#include "grading/backend/backend.h"
#include "grading/command_line/options.h"

namespace grader {

/// Returns the path of the grader as typed from the working directory.
std::string program_text(const GraderPaths& places);

/// Returns ` --backend B`; empty for the default backend.
std::string backend_text(const BackendOptions& options);

/// Returns the other options that affect a grade, as they were typed, each preceded by a blank.
std::string options_text(const ContextOptions& options);

/// Returns the arguments that make another grader use the same @p options, except those of its terminal.
std::vector<std::string> forwarded_options(const ContextOptions& options);

} // namespace grader
