#pragma once

/// @file
/// Help pages: of a command, and of all commands.

#include <string>

#include "grading/command_line/command.h"

namespace grader {

/// Returns the text to type for @p command: `grader class status`.
std::string full_command_name(const Command& command);

/// Returns the help of @p command, which declared its options on @p app; that of the grader's default command
/// includes the list of commands.
std::string help_of(const Command& command, const CLI::App& app, const Invocation& call);

/// Returns a line for each command that begins with the word @p group; for all commands if it is empty. The
/// grader's list includes those of the other programs.
std::string command_list(const Invocation& call, const std::string& group = "");

/// Returns the help of all commands.
std::string help_of_all(const Invocation& call);

} // namespace grader
