#include "backend/simulator.h"

#include <fmt/core.h>

#include "search_path.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

fs::path library_directory(const Places& places) {
    return places.programs.parent_path() / "lib" / "simulator";
}

} // namespace

Availability simulator_availability(const Places& places) {
    const fs::path library = library_directory(places) / "libcudart.so.13";
    std::error_code ignored;
    if (fs::exists(library, ignored)) return {true, false, ""};
    return {false, true,
            fmt::format("the simulator is not built, {} is missing; build it: cmake --build --preset student "
                        "--target grading",
                        library.string())};
}

RunnerCommand simulated_runner(const Places& places, const Toolkit& toolkit, const std::string& model) {
    const std::string libraries =
        search_path({library_directory(places), toolkit.libraries}, "LD_LIBRARY_PATH");
    RunnerCommand command;
    command.argv = {(places.programs / "runner").string(), "cuda"};
    command.environment = {{"LD_LIBRARY_PATH", libraries},
                           {"KERNELSMITH_SIMULATOR_DEVICE", model},
                           {"KERNELSMITH_SIMULATOR_CHECK", "none"},
                           {"KERNELSMITH_SIMULATOR_COUNT", "off"}};
    return command;
}

RunnerCommand watched_runner(const Places& places, const Toolkit& toolkit, const std::string& model,
                             Watch watch, const fs::path& report) {
    RunnerCommand command = simulated_runner(places, toolkit, model);
    const bool checks = watch == Watch::mistakes;
    command.environment["KERNELSMITH_SIMULATOR_CHECK"] = checks ? "all" : "none";
    command.environment["KERNELSMITH_SIMULATOR_COUNT"] = checks ? "off" : "on";
    command.environment["KERNELSMITH_SIMULATOR_REPORT"] = report.string();
    command.may_flood = true;
    return command;
}

} // namespace grader
