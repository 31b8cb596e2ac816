#include "grading/backend/simulator.h"

#include <sstream>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/errors.h"
#include "base/search_path.h"
#include "grading/backend/cells.h"
#include "grading/messages/device.h"
#include "grading/processes/process.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

fs::path library_directory(const Places& places) {
    return places.programs.parent_path() / "lib" / "simulator";
}

/// What `simulate` prints with @p option.
std::string listed_by_simulator(const Places& places, const char* option) {
    constexpr double patience_s = 30;
    ProcessSpec spec;
    spec.argv = {(places.programs / "simulate").string(), option};
    const Finished finished = run_to_end(spec, patience_s);
    if (finished.timed_out || finished.end.exit_code != 0)
        throw EnvironmentError(fmt::format("simulate {} failed: {}", option, finished.output));
    return finished.output;
}

} // namespace

Availability simulator_availability(const Places& places) {
    std::error_code ignored;
    for (const fs::path& part :
         {library_directory(places) / "libcudart.so.13", places.programs / "simulate"}) {
        if (fs::exists(part, ignored)) continue;
        return {false, true, {messages::simulator_not_built, {{"part", part.string()}}}};
    }
    return {true, false, {}};
}

std::vector<std::string> modelled_devices(const Places& places) {
    std::istringstream lines(listed_by_simulator(places, "--list-devices"));
    std::vector<std::string> slugs;
    for (std::string line; std::getline(lines, line);) slugs.push_back(line.substr(0, line.find(' ')));
    return slugs;
}

TimeModel modelled_times(const Places& places, const std::string& model) {
    std::vector<std::string> known;
    std::istringstream lines(listed_by_simulator(places, "--list-times"));
    TimeModel times;
    std::string source;
    HostTimes& host = times.host;
    while (lines >> times.device >> times.multiprocessors >> times.lanes >> times.clock_ghz >>
           times.dram_gb_s >> host.call_us >> host.launch_us >> host.first_us >> host.wait_us >>
           host.to_host_gb_s >> host.to_device_us >> host.to_device_gb_s >> host.on_device_us >>
           host.on_device_gb_s >> host.work_ns_per_byte >> times.speedup_error >> source) {
        if (times.device == model) return times;
        known.push_back(times.device);
    }
    return {model,
            0,
            0,
            {messages::no_time_model,
             {{"device", model}, {"known", fmt::format("{}", fmt::join(known, ", "))}}}};
}

namespace {

/// A runner whose GPU is a process of its own, which `simulate` starts and which does what @p options say.
RunnerCommand runner_with(const Places& places, const Toolkit& toolkit, const std::string& model,
                          const Isolation& isolation, const std::vector<std::string>& options) {
    RunnerCommand command;
    command.starter = {(places.programs / "simulate").string(), "--device", model};
    command.starter.insert(command.starter.end(), options.begin(), options.end());
    command.argv = {(places.programs / "runner").string(), "cuda"};
    command.environment = {{"LD_LIBRARY_PATH", search_path({toolkit.libraries}, "LD_LIBRARY_PATH")}};
    command.device_libraries = library_directory(places);
    lock_in_simulated(command, isolation, {library_directory(places), toolkit.libraries});
    return command;
}

} // namespace

RunnerCommand simulated_runner(const Places& places, const Toolkit& toolkit, const std::string& model,
                               const Isolation& isolation) {
    RunnerCommand command =
        runner_with(places, toolkit, model, isolation, {"--check", "none", "--no-counters"});
    command.kept = isolation.level == IsolationLevel::keeper;
    return command;
}

RunnerCommand watched_runner(const Places& places, const Toolkit& toolkit, const std::string& model,
                             const WatchedRun& run, const fs::path& report, const Isolation& isolation) {
    std::vector<std::string> options = {"--report", report.string(), "--check"};
    options.emplace_back(run.what == Watch::mistakes ? "all" : "none");
    if (run.what == Watch::remedies) options.emplace_back("--remedies");
    if (run.what == Watch::time || run.what == Watch::remedies)
        options.insert(options.end(), {"--time", "--part", std::to_string(run.parts), "--memory-part",
                                       fmt::format("{:.4f}", run.memory_parts)});
    if (run.seed != 0) options.insert(options.end(), {"--seed", std::to_string(run.seed)});
    if (run.instruction_limit != 0)
        options.insert(options.end(), {"--instruction-limit", std::to_string(run.instruction_limit)});
    if (run.what == Watch::accesses) options.insert(options.end(), {"--accesses", "first,middle"});
    RunnerCommand command = runner_with(places, toolkit, model, isolation, options);
    command.may_flood = true;
    return command;
}

} // namespace grader
