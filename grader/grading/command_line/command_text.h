#pragma once

/// @file
/// What was typed, or might have been: for the lines of a report that a reader can type again, and for graders that a grader starts.

#include <string>
#include <vector>

#include "grading/backend/backend.h"
#include "grading/command_line/options.h"

namespace grader {

/// What to type for the grader, from the working directory.
std::string program_text(const GraderPaths& places);

/// ` --backend B`, where another one than the usual was asked for.
std::string backend_text(const BackendOptions& options);

/// The other options that say how a grade is made, as they were typed, each behind a blank.
std::string options_text(const ContextOptions& options);

/// The words of a command line that make another grader work with the same @p options, but for its terminal.
std::vector<std::string> forwarded_options(const ContextOptions& options);

} // namespace grader
