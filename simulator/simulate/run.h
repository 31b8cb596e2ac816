#pragma once

/// @file
/// Runs a program with a simulated GPU.

#include <filesystem>
#include <string>
#include <vector>

#include "loading/settings.h"

namespace simulator::simulate {

/// Runs @p program with @p arguments, of which the first is its name, and waits for it and for its pending
/// work. Its GPU is at @p socket: see DeviceProcesses. Returns its exit status, or 1 if that is 0 and there
/// was a failure. If a signal kills the program, this process dies by the same signal.
int run(const runtime::Settings& settings, const std::filesystem::path& program,
        const std::vector<std::string>& arguments, const std::filesystem::path& socket);

/// Serves as the GPU of a program that was not started by run(), at the other end of @p socket.
int serve(const runtime::Settings& settings, int socket);

} // namespace simulator::simulate
