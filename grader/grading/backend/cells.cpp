#include "grading/backend/cells.h"

#include <cstdlib>

#include "base/search_path.h"
#include "grading/isolation/rooms.h"
#include "grading/toolchain/dependencies.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Where a program was installed to: the parent of the folder that it really lies in.
fs::path home_of(const fs::path& program) {
    std::error_code problem;
    const fs::path real = fs::canonical(program, problem);
    const fs::path home = real.parent_path().parent_path();
    return problem || home == home.root_path() ? fs::path() : home;
}

std::optional<Cell> cell_with(const Isolation& isolation, const std::vector<fs::path>& also) {
    if (isolation.level == IsolationLevel::process) return std::nullopt;
    Cell cell{isolation.confine, system_room(also)};
    cell.room.own_user = isolation.own_user;
    return cell;
}

} // namespace

std::optional<Cell> compiler_cell(const Isolation& isolation, const fs::path& compiler) {
    std::optional<Cell> cell = cell_with(isolation, {home_of(compiler)});
    if (!cell) return cell;
    // nvcc calls these by their names.
    for (const char* name : {"g++", "gcc", "c++", "cc"}) show(cell->room, home_of(find_program(name)));
    if (const char* chosen = std::getenv("NVCC_CCBIN")) show(cell->room, home_of(find_program(chosen)));
    cell->room.kept = compiler_variables();
    constexpr std::uint64_t enough = std::uint64_t{16} << 30; // for ptxas, which takes much for large kernels
    cell->room.limits.address_bytes = enough;
    return cell;
}

void lock_in(RunnerCommand& command, const Isolation& isolation, const std::vector<fs::path>& libraries) {
    std::vector<fs::path> also = libraries;
    also.emplace_back(command.argv.front());
    command.cell = cell_with(isolation, also);
    if (!command.cell) return;
    Room& room = command.cell->room;
    for (const auto& [name, value] : command.environment) room.environment[name] = value;
    // A driver need not lie among the system's libraries.
    for (const fs::path& directory : directories_of(search_path({}, "LD_LIBRARY_PATH"))) {
        std::error_code problem;
        if (fs::exists(directory / "libcuda.so.1", problem)) show(room, directory);
    }
}

void lock_in_simulated(RunnerCommand& command, const Isolation& isolation,
                       const std::vector<fs::path>& libraries) {
    lock_in(command, isolation, libraries);
    if (!command.cell) return;
    // What `simulate` says of these holds.
    for (const char* variable : {"LD_LIBRARY_PATH", "KERNELSMITH_SIMULATOR_SOCKET"}) {
        command.cell->room.environment.erase(variable);
        command.cell->room.kept.emplace_back(variable);
    }
}

} // namespace grader
