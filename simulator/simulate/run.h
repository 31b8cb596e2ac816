#pragma once

/// @file
/// Running a program with a simulated GPU beside it.

#include <filesystem>
#include <string>
#include <vector>

#include "loading/settings.h"

namespace simulator::simulate {

/// Runs @p program with @p arguments, of which the first is its name, and waits for it and for the work it has left. Its
/// GPU is at @p socket, as DeviceProcesses has it.
/// Gives its exit status, or 1 where that is 0 and something was wrong; a signal of which it dies this process dies of
/// as well.
int run(const runtime::Settings& settings, const std::filesystem::path& program,
        const std::vector<std::string>& arguments, const std::filesystem::path& socket);

/// Is the GPU of a program that was not started by run(), at the other end of @p socket.
int serve(const runtime::Settings& settings, int socket);

} // namespace simulator::simulate
