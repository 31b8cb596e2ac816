#include "grading/backend/simulator.h"

#include <sstream>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/errors.h"
#include "base/search_path.h"
#include "grading/backend/sandboxed_command.h"
#include "grading/messages/device.h"
#include "grading/processes/process.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

fs::path library_directory(const GraderPaths& paths) {
    return paths.programs.parent_path() / "lib" / "simulator";
}

/// Returns the output of `simulate` with @p option.
std::string query_simulator(const GraderPaths& paths, const char* option) {
    constexpr double patience_s = 30;
    ProcessSpec spec;
    spec.argv = {(paths.programs / "simulate").string(), option};
    const ProcessResult finished = run_process(spec, patience_s);
    if (finished.timed_out || finished.end.exit_code != 0)
        throw EnvironmentError(fmt::format("simulate {} failed: {}", option, finished.output));
    return finished.output;
}

} // namespace

Availability simulator_availability(const GraderPaths& paths) {
    std::error_code ignored;
    for (const fs::path& part : {library_directory(paths) / "libcudart.so.13", paths.programs / "simulate"}) {
        if (fs::exists(part, ignored)) continue;
        return {false, true, {messages::simulator_not_built, {{"part", part.string()}}}};
    }
    return {true, false, {}};
}

std::vector<std::string> modelled_devices(const GraderPaths& paths) {
    std::istringstream lines(query_simulator(paths, "--list-devices"));
    std::vector<std::string> slugs;
    for (std::string line; std::getline(lines, line);) slugs.push_back(line.substr(0, line.find(' ')));
    return slugs;
}

TimeModel time_model_in(const std::string& line) {
    std::istringstream values(line);
    TimeModel times;
    HostTimes& host = times.host;
    std::string source;
    // The GPU's name may have blanks.
    std::getline(values, times.device, '\t');
    times.device.erase(times.device.find_last_not_of(' ') + 1);
    if (!(values >> times.multiprocessors >> times.lanes >> times.clock_ghz >> times.dram_gb_s >>
          host.call_us >> host.launch_us >> host.first_us >> host.wait_us >> host.to_host_gb_s >>
          host.to_device_us >> host.to_device_gb_s >> host.on_device_us >> host.on_device_gb_s >>
          host.work_ns_per_byte >> times.speedup_error >> source))
        throw EnvironmentError(fmt::format("Malformed line of times: {}", line));
    times.measured = source == "measured";
    return times;
}

TimeModel read_time_model(const GraderPaths& paths, const std::string& model) {
    std::vector<std::string> known;
    std::istringstream lines(query_simulator(paths, "--list-times"));
    for (std::string line; std::getline(lines, line);) {
        const TimeModel times = time_model_in(line);
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

/// Returns the command of a runner whose GPU is a separate process, which `simulate` starts with @p options.
RunnerCommand runner_with(const GraderPaths& paths, const Toolkit& toolkit, const std::string& model,
                          const Isolation& isolation, const std::vector<std::string>& options) {
    RunnerCommand command;
    command.starter = {(paths.programs / "simulate").string(), "--device", model};
    command.starter.insert(command.starter.end(), options.begin(), options.end());
    command.argv = {(paths.programs / "runner").string(), "cuda"};
    command.environment = {{"LD_LIBRARY_PATH", search_path({toolkit.libraries}, "LD_LIBRARY_PATH")}};
    command.device_libraries = library_directory(paths);
    sandbox_simulated(command, isolation, {library_directory(paths), toolkit.libraries});
    return command;
}

} // namespace

RunnerCommand simulated_runner(const GraderPaths& paths, const Toolkit& toolkit, const std::string& model,
                               const Isolation& isolation) {
    RunnerCommand command =
        runner_with(paths, toolkit, model, isolation, {"--check", "none", "--no-counters"});
    command.kept = isolation.level == IsolationLevel::keeper;
    return command;
}

RunnerCommand make_instrumented_runner(const GraderPaths& paths, const Toolkit& toolkit,
                                       const std::string& model, const InstrumentedRunSpec& run,
                                       const fs::path& report, const Isolation& isolation) {
    std::vector<std::string> options = {"--report", report.string(), "--check"};
    options.emplace_back(run.what == Instrumentation::mistakes ? "all" : "none");
    if (run.what == Instrumentation::suggestions) options.emplace_back("--suggestions");
    if (run.what == Instrumentation::time || run.what == Instrumentation::suggestions)
        options.insert(options.end(), {"--time", "--part", fmt::format("{:.6g}", run.parts), "--memory-part",
                                       fmt::format("{:.6g}", run.memory_parts)});
    if (run.seed != 0) options.insert(options.end(), {"--seed", std::to_string(run.seed)});
    if (run.instruction_limit != 0)
        options.insert(options.end(), {"--instruction-limit", std::to_string(run.instruction_limit)});
    if (run.what == Instrumentation::accesses) options.insert(options.end(), {"--accesses", "first,middle"});
    RunnerCommand command = runner_with(paths, toolkit, model, isolation, options);
    command.may_exceed_output = true;
    return command;
}

} // namespace grader
