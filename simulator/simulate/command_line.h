#pragma once

/// @file
/// What `simulate` is asked to do.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "loading/settings.h"

namespace simulator::simulate {

/// A command line that makes sense.
struct Command {
    runtime::Settings settings;       ///< what the program is to be run with
    std::vector<std::string> program; ///< its name and arguments
    std::filesystem::path
        socket; ///< where devices are to be had; empty: in a folder that nobody else may enter
};

/// Reads the command line. Where there is nothing to run, because help was asked for or something is wrong,
/// says so itself and returns the status to end with in @p status.
std::optional<Command> read_command_line(int count, const char* const* arguments, int& status);

} // namespace simulator::simulate
