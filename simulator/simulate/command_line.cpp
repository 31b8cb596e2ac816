#include "simulate/command_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>

#include "gpu/device.h"
#include "gpu/device_time.h"
#include "gpu/time_line.h"

namespace simulator::simulate {

namespace {

constexpr int usage_error = 2;

constexpr const char* about = "simulate [options] ./program [arguments]\n\n"
                              "Runs a CUDA program without a GPU, reports its errors, and counts its "
                              "instructions and memory accesses.\n"
                              "The program is compiled as usual, but linked with -cudart shared.";

void list_devices() {
    for (const std::string& name : device_names()) {
        const Device device = device_named(name);
        fmt::print("{:<12} {}, {} SMs, compute capability {}.{}\n", name, device.name, device.multiprocessors,
                   device.capability_major, device.capability_minor);
    }
}

/// Prints the time_line() of each GPU with a time model.
void list_times() {
    for (const std::string& name : device_time_names())
        fmt::print("{}\n", time_line(device_named(name), device_time_named(name).value()));
}

/// Makes a path absolute, so that it stays valid if the program changes its working directory.
void make_absolute(std::filesystem::path& path) {
    if (!path.empty()) {
        path = std::filesystem::absolute(path);
    }
}

/// Values that become settings after the command line has been parsed.
struct RawOptions {
    std::string checks;
    std::string accesses;
    std::uint64_t warp_instruction_limit = 0;
    bool has_warp_instruction_limit = false;
    bool without_counters = false;
    bool list_devices = false;
    bool list_times = false;
};

void declare_reports(CLI::App& app, runtime::Settings& settings, RawOptions& raw) {
    app.add_option("--report", settings.report, "Write a JSON report of launches, counters and findings")
        ->type_name("FILE");
    app.add_option("--check", raw.checks,
                   "Checks to run: all, none, or a list of memory, race, init, order, leak (default: memory)")
        ->type_name("LIST");
    app.add_option(
           "--trace", settings.trace,
           "Print each instruction of the first warp of the kernels whose mangled name contains this text")
        ->type_name("KERNEL");
}

void declare_device(CLI::App& app, Command& command) {
    runtime::Settings& settings = command.settings;
    app.add_option("--device", settings.device, "The GPU to model (default: h200)")->type_name("NAME");
    app.add_option("--part", settings.part,
                   "Model one of X equal parts of the GPU, which takes as long for its part of the work as "
                   "the GPU for all of it; SMs / X must be an integer")
        ->type_name("X");
    app.add_option(
           "--memory-part", settings.memory_part,
           "Model one of X equal parts of L2 and DRAM (default: as --part), for work whose parts share data")
        ->type_name("X");
    app.add_option("--cores", settings.cores, "Cores of this machine to use (default: all)")->type_name("N");
    app.add_option(
           "--socket", command.socket,
           "Unix socket at which the program finds its GPU; every process that can reach it finds one, too")
        ->type_name("FILE");
}

void declare_counters_and_times(CLI::App& app, runtime::Settings& settings, RawOptions& raw) {
    CLI::Option* const uncounted =
        app.add_flag("--no-counters", raw.without_counters, "Do not count, which is faster");
    app.add_flag("--time", settings.time, "Report the modelled time of each launch, and its limiter")
        ->excludes(uncounted);
    app.add_option("--seed", settings.seed, "With --time: sample blocks from the whole grid, with this seed")
        ->type_name("N");
    app.add_flag("--suggestions", settings.suggestions,
                 "With --time: suggest changes that make a launch faster, each with its modelled time");
    app.add_flag("--cold", settings.cold, "Empty L2 before each launch, as Nsight Compute does");
    app.add_option("--accesses", raw.accesses,
                   "Report the address of each lane in these blocks of each kernel's first launch: a list of "
                   "first, middle and numbers")
        ->type_name("BLOCKS")
        ->excludes(uncounted);
    app.add_option("--warp-instruction-limit", raw.warp_instruction_limit,
                   "Instructions that a warp may execute in one launch")
        ->type_name("N")
        ->each([&raw](const std::string&) { raw.has_warp_instruction_limit = true; });
    app.add_option("--instruction-limit", settings.instruction_limit,
                   "Instructions that the warps of all launches together may execute")
        ->type_name("N")
        ->excludes(uncounted);
}

void declare_lists(CLI::App& app, RawOptions& raw) {
    app.add_flag("--list-devices", raw.list_devices, "Print the GPUs that can be modelled");
    app.add_flag("--list-times", raw.list_times,
                 "Print the GPUs that --time can model: name, SMs, lanes per SM, clock in GHz, GB/s of DRAM, "
                 "overhead of calls, error bound of a speedup (0.3: 30 %), source");
}

/// Converts raw options to settings. Throws if they are invalid.
void apply(const RawOptions& raw, runtime::Settings& settings) {
    if (!raw.checks.empty()) settings.check = runtime::parse_checks(raw.checks);
    settings.count = !raw.without_counters;
    if (!raw.accesses.empty()) settings.accesses = runtime::parse_blocks(raw.accesses);
    if (raw.has_warp_instruction_limit) settings.warp_instruction_limit = raw.warp_instruction_limit;
    runtime::device_of(settings);
    if (settings.time && !device_time_named(settings.device))
        throw runtime::SettingsError(fmt::format("no time model of the {}; available: {}", settings.device,
                                                 fmt::join(device_time_names(), ", ")));
}

} // namespace

std::optional<Command> read_command_line(int count, const char* const* arguments, int& status) {
    Command command;
    RawOptions raw;
    CLI::App app(about, "simulate");
    app.prefix_command();
    app.set_version_flag("--version", std::string("simulate (Kernelsmith)"));
    declare_reports(app, command.settings, raw);
    declare_device(app, command);
    declare_counters_and_times(app, command.settings, raw);
    declare_lists(app, raw);

    const auto refuse = [&](const std::string& why) {
        fmt::print(stderr, "simulate: {}\n", why);
        status = usage_error;
        return std::nullopt;
    };
    try {
        app.parse(count, arguments);
        status = 0;
        if (raw.list_devices) list_devices();
        if (raw.list_times) list_times();
        if (raw.list_devices || raw.list_times) return std::nullopt;
        apply(raw, command.settings);
    } catch (const CLI::ParseError& error) {
        status = app.exit(error) == 0 ? 0 : usage_error;
        return std::nullopt;
    } catch (const runtime::SettingsError& error) {
        return refuse(error.what());
    } catch (const std::invalid_argument& error) {
        return refuse(error.what());
    }

    command.program = app.remaining();
    if (command.program.empty()) return refuse("no program given; see --help");
    if (command.program.front().starts_with('-'))
        return refuse(fmt::format("unknown option {}; --help lists the options", command.program.front()));
    make_absolute(command.settings.report);
    make_absolute(command.socket);
    return command;
}

} // namespace simulator::simulate
