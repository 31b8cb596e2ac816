// Starts a CUDA program with the simulator in place of the CUDA runtime.

#include <fmt/core.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <sstream>
#include <string>
#include <system_error>

#include "gpu/device.h"
#include "simulate/command_line.h"
#include "simulate/program.h"
#include "simulate/run.h"

namespace {

namespace fs = std::filesystem;
using simulator::simulate::Command;

// Same statuses as a shell.
constexpr int cannot_be_run = 126;
constexpr int not_found = 127;

int fail(int status, const std::string& why) {
    fmt::print(stderr, "simulate: {}\n", why);
    return status;
}

/// Returns the folder of the library, at a fixed path relative to this program's folder.
fs::path library_folder() {
    return fs::read_symlink("/proc/self/exe").parent_path().parent_path() / "lib/simulator";
}

void prepare_environment(const Command& command, const fs::path& folder) {
    // Lets a program detect that the device is simulated.
    setenv(simulator::runtime::device_variable, command.settings.device.c_str(), 1);
    std::string path = folder.string();
    const char* before = std::getenv("LD_LIBRARY_PATH");
    std::istringstream folders(before == nullptr ? "" : before);
    // An empty entry would mean the working directory, and load any library there.
    for (std::string entry; std::getline(folders, entry, ':');) path += entry.empty() ? "" : ":" + entry;
    setenv("LD_LIBRARY_PATH", path.c_str(), 1);
}

int run(const Command& command) {
    const auto program = simulator::simulate::find_program(command.program.front());
    if (!program) {
        return fail(not_found, fmt::format("program not found: {}", command.program.front()));
    }
    const fs::path folder = library_folder();
    if (!fs::exists(folder / "libcudart.so.13")) {
        return fail(not_found, fmt::format("libcudart.so.13 not found in {}", folder.string()));
    }
    const simulator::Device device = simulator::device_named(command.settings.device);
    if (const auto why = simulator::simulate::reason_not_runnable(*program, static_cast<std::uint32_t>(
                                                                                device.capability()))) {
        return fail(cannot_be_run, fmt::format("{}: {}", program->string(), *why));
    }
    prepare_environment(command, folder);
    return simulator::simulate::run(command.settings, *program, command.program, command.socket);
}

/// Serves a program that was not started by this process but has started it, at the other end of a socket.
int serve(const char* socket) {
    const auto settings =
        simulator::runtime::read_settings([](const char* name) { return std::getenv(name); });
    return simulator::simulate::serve(settings, std::atoi(socket));
}

} // namespace

int main(int count, char** arguments) {
    constexpr int usage_error = 2;
    int status = 0;
    if (count == 3 && std::string(arguments[1]) == "--serve") {
        try {
            return serve(arguments[2]);
        } catch (const std::exception& error) {
            return fail(usage_error, error.what());
        }
    }
    const auto command = simulator::simulate::read_command_line(count, arguments, status);
    try {
        return command ? run(*command) : status;
    } catch (const std::system_error& error) {
        return fail(cannot_be_run, error.what());
    }
}
