#include "authoring/records/counters/profiler.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "authoring/records/counters/kernel_counts.h"
#include "authoring/records/counters/metrics.h"
#include "base/errors.h"
#include "base/files.h"
#include "base/search_path.h"
#include "grading/inspect/instrumented_run.h"
#include "grading/processes/process.h"
#include "grading/sentences/sentence.h"
#include "grading/toolchain/toolchain.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Profiling replays a kernel once per group of counters, and restores its memory in between.
constexpr double timeout_s = 300;

fs::path find_profiler() {
    std::vector<fs::path> folders = {find_toolkit().nvcc.parent_path()};
    for (const fs::path& folder : directories_of(search_path({}, "PATH"))) folders.push_back(folder);
    for (const fs::path& folder : folders)
        if (std::error_code none; fs::exists(folder / "ncu", none)) return folder / "ncu";
    throw EnvironmentError(
        "Nsight Compute is not installed: ncu is neither in the folder of nvcc nor in PATH.");
}

/// Returns the start of a profiling command. Does not lock the clocks, because no time is measured.
std::vector<std::string> profiler_command(const fs::path& csv, const std::vector<std::string>& metrics) {
    return {find_profiler().string(),
            "--clock-control",
            "none",
            "--csv",
            "--page",
            "raw",
            "--print-units",
            "base",
            "--log-file",
            csv.string(),
            "--metrics",
            fmt::format("{}", fmt::join(metrics, ","))};
}

/// Splits a line of a CSV file in which every field is quoted.
std::vector<std::string> fields_of(std::string_view line) {
    std::vector<std::string> fields;
    for (std::size_t at = line.find('"'); at != std::string_view::npos; at = line.find('"', at)) {
        const std::size_t end = line.find('"', at + 1);
        if (end == std::string_view::npos) break;
        fields.emplace_back(line.substr(at + 1, end - at - 1));
        at = end + 1;
    }
    return fields;
}

/// Parses "1,056" as 1056.
double number_of(std::string field) {
    std::erase(field, ',');
    return std::strtod(field.c_str(), nullptr);
}

/// Returns the profiler's messages in addition to its table: "==ERROR== ...".
std::string remarks_in(const std::string& text) {
    std::string remarks;
    for (const std::string_view line : split_lines(text))
        if (line.starts_with("==")) remarks += fmt::format("\n  {}", line);
    return remarks;
}

/// Returns the launches of one call: those in @p seen that the runner logged as @p launches. The others are
/// the runner's own.
std::vector<ObservedLaunch> only(const std::vector<ObservedLaunch>& seen,
                                 const std::vector<Launch>& launches) {
    std::set<std::string> names;
    for (const Launch& launch : launches) names.insert(plain_kernel_name(launch.kernel));
    std::vector<ObservedLaunch> kept;
    for (const ObservedLaunch& launch : seen)
        if (names.contains(plain_kernel_name(launch.kernel))) kept.push_back(launch);
    return kept;
}

} // namespace

std::vector<ObservedLaunch> profile_call(const Backend& backend, const Build& build, const CountedCall& call,
                                         const std::vector<std::string>& metrics) {
    const TemporaryDirectory scratch;
    const fs::path csv = scratch.path() / "counters.csv";
    RunnerCommand command = backend.runner();
    const std::vector<std::string> profiler = profiler_command(csv, metrics);
    command.argv.insert(command.argv.begin(), profiler.begin(), profiler.end());
    command.may_exceed_output = true;
    command.kept = false; // profile a single process with all its memory
    // The profiler writes why it gave up only to its log.
    const auto failure = [&](const std::string& why) {
        std::error_code none;
        return EnvironmentError(fmt::format("{} failed under Nsight Compute: {}{}", build.object.string(),
                                            why, fs::exists(csv, none) ? remarks_in(read_text(csv)) : ""));
    };
    std::vector<Launch> launches;
    try {
        RunnerClient runner(command, {{timeout_s, 0, build.limits.output_kb}});
        launches = call_once(runner, build, call.sizes, call.seed).launches.launches;
        runner.release();
        runner.finish();
    } catch (const RunnerFault& fault) {
        throw failure(sentence(fault.message));
    } catch (const RunnerDied& death) {
        throw failure(sentence(death.message));
    }
    const std::string text = read_text(csv);
    const std::vector<ObservedLaunch> all = read_profile(text);
    std::vector<ObservedLaunch> kept = only(all, launches);
    if (!kept.empty()) return kept;
    std::set<std::string> names;
    for (const ObservedLaunch& launch : all) names.insert(launch.kernel);
    throw EnvironmentError(
        fmt::format("{} launched {}, and Nsight Compute counted {}{}", build.object.string(),
                    launches.empty() ? "nothing" : launches.front().kernel,
                    names.empty() ? "nothing" : fmt::format("{}", fmt::join(names, ", ")), remarks_in(text)));
}

std::vector<ObservedLaunch> read_profile(const std::string& text) {
    std::vector<std::string> header;
    std::vector<ObservedLaunch> launches;
    for (const std::string_view line : split_lines(text)) {
        const std::vector<std::string> fields = fields_of(line);
        if (header.empty()) {
            if (!fields.empty() && fields.front() == "ID") header = fields;
            continue;
        }
        if (fields.size() != header.size() || fields.front().empty()) continue; // the line with the units
        ObservedLaunch& launch = launches.emplace_back();
        for (std::size_t column = 0; column < fields.size(); ++column) {
            if (header[column] == "Kernel Name") launch.kernel = fields[column];
            if (header[column].find("__") != std::string::npos) // "sm__..." and similar names
                launch.counts[header[column]] = number_of(fields[column]);
        }
    }
    return launches;
}

std::vector<ObservedLaunch> profile(const Backend& backend, const Build& build) {
    std::vector<ObservedLaunch> all;
    for (const CountedCall& counted : counted_calls(build.lab)) {
        const std::vector<ObservedLaunch> launches = profile_call(backend, build, counted, metric_names());
        all.insert(all.end(), launches.begin(), launches.end());
    }
    return all;
}

std::vector<ObservedLaunch> profile_program(const fs::path& program,
                                            const std::vector<std::string>& metrics) {
    const TemporaryDirectory scratch;
    const fs::path csv = scratch.path() / "counters.csv";
    ProcessSpec spec;
    spec.argv = profiler_command(csv, metrics);
    spec.argv.push_back(fs::absolute(program).string());
    const ProcessResult run = run_process(spec, timeout_s);
    if (run.timed_out || run.end.exit_code != 0)
        throw EnvironmentError(
            fmt::format("{} failed under Nsight Compute: {}", program.string(), run.output));
    return read_profile(read_text(csv));
}

} // namespace grader
