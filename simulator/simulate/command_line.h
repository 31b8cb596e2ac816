#pragma once

/// @file
/// Command line of `simulate`.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "loading/settings.h"

namespace simulator::simulate {

/// A valid command line.
struct Command {
    runtime::Settings settings;       ///< settings for the program
    std::vector<std::string> program; ///< name and arguments of the program
    /// Path at which device processes are available; empty: in a private folder.
    std::filesystem::path socket;
};

/// Parses the command line. If there is nothing to run, because help was requested or the line is invalid,
/// prints the text itself, sets @p status to the exit status, and returns nullopt.
std::optional<Command> read_command_line(int count, const char* const* arguments, int& status);

} // namespace simulator::simulate
