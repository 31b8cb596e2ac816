// Starts a CUDA program with the simulator in the place of the CUDA runtime.

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <string>
#include <system_error>

#include "model/device.h"
#include "simulate/command_line.h"
#include "simulate/program.h"

namespace {

namespace fs = std::filesystem;
using simulator::simulate::Command;

// As a shell has them.
constexpr int cannot_execute = 126;
constexpr int not_found = 127;

int fail(int status, const std::string& why) {
    fmt::print(stderr, "simulate: {}\n", why);
    return status;
}

/// The library lies in a folder beside that of this program, wherever both were put.
fs::path library_folder() {
    return fs::read_symlink("/proc/self/exe").parent_path().parent_path() / "lib/simulator";
}

void prepare_environment(const Command& command, const fs::path& folder) {
    for (const auto& [name, value] : simulator::runtime::variables_of(command.settings)) {
        setenv(name.c_str(), value.c_str(), 1);
    }
    std::string path = folder.string();
    const char* before = std::getenv("LD_LIBRARY_PATH");
    std::istringstream folders(before == nullptr ? "" : before);
    // An empty entry would be the working directory, and whatever library lies there.
    for (std::string entry; std::getline(folders, entry, ':');) path += entry.empty() ? "" : ":" + entry;
    setenv("LD_LIBRARY_PATH", path.c_str(), 1);
}

/// Returns only when the program could not be started.
int execute(const Command& command, const fs::path& program) {
    std::vector<char*> arguments;
    for (const std::string& argument : command.program) {
        arguments.push_back(const_cast<char*>(argument.c_str()));
    }
    arguments.push_back(nullptr);
    execv(program.c_str(), arguments.data());
    return fail(cannot_execute, fmt::format("{}: {}", program.string(), std::strerror(errno)));
}

int run(const Command& command) {
    const auto program = simulator::simulate::find_program(command.program.front());
    if (!program) {
        return fail(not_found, fmt::format("there is no program {}", command.program.front()));
    }
    const fs::path folder = library_folder();
    if (!fs::exists(folder / "libcudart.so.13")) {
        return fail(not_found, fmt::format("there is no libcudart.so.13 in {}", folder.string()));
    }
    const simulator::Device device = simulator::device_named(command.settings.device);
    if (const auto why =
            simulator::simulate::obstacle(*program, static_cast<std::uint32_t>(device.capability()))) {
        return fail(cannot_execute, fmt::format("{}: {}", program->string(), *why));
    }
    prepare_environment(command, folder);
    return execute(command, *program);
}

} // namespace

int main(int count, char** arguments) {
    int status = 0;
    const auto command = simulator::simulate::read_command_line(count, arguments, status);
    try {
        return command ? run(*command) : status;
    } catch (const std::system_error& error) {
        return fail(cannot_execute, error.what());
    }
}
