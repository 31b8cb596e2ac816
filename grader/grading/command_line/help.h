#pragma once

/// @file
/// Help: of a command, and the page of all commands.

#include <string>

#include "grading/command_line/command.h"

namespace grader {

/// What to type for @p command: `grader class status`.
std::string full_command_name(const Command& command);

/// The help of @p command, which declared its options on @p app; of the grader's own one with the page of commands.
std::string help_of(const Command& command, const CLI::App& app, const Invocation& call);

/// A line for each command that begins with the word @p group; of all commands where that is empty. The grader's page has those of the
/// other programs, too.
std::string command_list(const Invocation& call, const std::string& group = "");

/// The help of all commands.
std::string help_of_all(const Invocation& call);

} // namespace grader
