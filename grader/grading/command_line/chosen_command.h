#pragma once

/// @file
/// Selects the command that a command line names.

#include <string>
#include <vector>

#include "grading/command_line/command.h"

namespace grader {

/// A command and the remaining words for its parser. Options may precede its name.
struct ChosenCommand {
    const Command* command = nullptr; ///< null: the line requests the help of @p group
    std::vector<std::string> words;   ///< the words after the name, then those before it
    /// A first word that several commands share, such as `class`; empty: all commands.
    std::string group = {};
};

/// Returns the command of the program of @p call that @p words name. Replaces the process by the other
/// program if the grader is called and the command belongs to that program. Throws UsageError if there is no
/// such command, and EnvironmentError if its program is not built.
ChosenCommand choose_command(const Invocation& call, std::vector<std::string> words);

} // namespace grader
