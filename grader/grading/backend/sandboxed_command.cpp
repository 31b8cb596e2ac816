#include "grading/backend/sandboxed_command.h"

#include <cstdlib>

#include "base/search_path.h"
#include "grading/isolation/sandbox_specs.h"
#include "grading/toolchain/dependencies.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Returns the install prefix of a program: the parent of the directory that contains its real path.
fs::path install_prefix(const fs::path& program) {
    std::error_code problem;
    const fs::path real = fs::canonical(program, problem);
    const fs::path home = real.parent_path().parent_path();
    return problem || home == home.root_path() ? fs::path() : home;
}

std::optional<SandboxedCommand> make_sandboxed_command(const Isolation& isolation,
                                                       const std::vector<fs::path>& also) {
    if (isolation.level == IsolationLevel::process) return std::nullopt;
    SandboxedCommand sandboxed{isolation.confine, system_sandbox(also)};
    sandboxed.sandbox.own_user = isolation.own_user;
    return sandboxed;
}

} // namespace

std::optional<SandboxedCommand> compiler_sandbox(const Isolation& isolation, const fs::path& compiler) {
    std::optional<SandboxedCommand> sandboxed = make_sandboxed_command(isolation, {install_prefix(compiler)});
    if (!sandboxed) return sandboxed;
    // nvcc calls the host compilers by these names.
    for (const char* name : {"g++", "gcc", "c++", "cc"})
        add_bind_mount(sandboxed->sandbox, install_prefix(find_program(name)));
    if (const char* chosen = std::getenv("NVCC_CCBIN"))
        add_bind_mount(sandboxed->sandbox, install_prefix(find_program(chosen)));
    sandboxed->sandbox.inherited = compiler_variables();
    constexpr std::uint64_t max_address_bytes = std::uint64_t{16}
                                                << 30; // for ptxas, which takes much memory for large kernels
    sandboxed->sandbox.limits.address_bytes = max_address_bytes;
    return sandboxed;
}

void sandbox(RunnerCommand& command, const Isolation& isolation, const std::vector<fs::path>& libraries) {
    std::vector<fs::path> also = libraries;
    also.emplace_back(command.argv.front());
    command.sandboxed = make_sandboxed_command(isolation, also);
    if (!command.sandboxed) return;
    SandboxSpec& sandbox = command.sandboxed->sandbox;
    for (const auto& [name, value] : command.environment) sandbox.environment[name] = value;
    // The driver's library need not be in a system directory.
    for (const fs::path& directory : directories_of(search_path({}, "LD_LIBRARY_PATH"))) {
        std::error_code problem;
        if (fs::exists(directory / "libcuda.so.1", problem)) add_bind_mount(sandbox, directory);
    }
}

void sandbox_simulated(RunnerCommand& command, const Isolation& isolation,
                       const std::vector<fs::path>& libraries) {
    sandbox(command, isolation, libraries);
    if (!command.sandboxed) return;
    // The values that `simulate` sets for these variables take precedence.
    for (const char* variable : {"LD_LIBRARY_PATH", "KERNELSMITH_SIMULATOR_SOCKET"}) {
        command.sandboxed->sandbox.environment.erase(variable);
        command.sandboxed->sandbox.inherited.emplace_back(variable);
    }
}

} // namespace grader
