#pragma once

/// @file
/// The command that a command line names.

#include <string>
#include <vector>

#include "grading/command_line/command.h"

namespace grader {

/// A command and the words that are left for its parser. Options may stand before its name.
struct ChosenCommand {
    const Command* command = nullptr; ///< null: the line requests the help of @p group
    std::vector<std::string> words;   ///< those after the name, then those before it
    std::string group = {}; ///< a first word that several commands share, as `class`; empty: all commands
};

/// The command of the program of @p call that @p words name. Becomes the other program where the grader is called and the command is that
/// program's. Throws UsageError where there is no such command, and EnvironmentError where the program is not built.
ChosenCommand choose_command(const Invocation& call, std::vector<std::string> words);

} // namespace grader
