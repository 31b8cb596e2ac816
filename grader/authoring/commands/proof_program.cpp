#include "authoring/commands/proof_program.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "authoring/records/counters/kernel_counts.h"
#include "base/errors.h"
#include "base/files.h"
#include "base/json_text.h"
#include "grading/command_line/context.h"
#include "grading/processes/process.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Returns the lines that @p program prints when it is run with the argument @p word.
std::vector<std::string> lines_printed_by(const fs::path& program, const std::string& word) {
    ProcessSpec spec;
    spec.argv = {fs::absolute(program).string(), word};
    constexpr double timeout_s = 10;
    const ProcessResult run = run_process(spec, timeout_s);
    if (run.timed_out || run.end.exit_code != 0)
        throw EnvironmentError(
            fmt::format("{} rejected the argument {}: {}", program.string(), word, run.output));
    std::vector<std::string> names;
    for (const std::string_view line : split_lines(run.output))
        if (!line.empty()) names.emplace_back(line);
    return names;
}

} // namespace

std::vector<ObservedLaunch> simulate_program(const fs::path& program, const std::vector<std::string>& options,
                                             const std::vector<std::string>& arguments) {
    const TemporaryDirectory scratch;
    const fs::path report = scratch.path() / "report.json";
    ProcessSpec spec;
    spec.argv = {(find_places().programs / "simulate").string(), "--check", "none", "--report",
                 report.string()};
    spec.argv.insert(spec.argv.end(), options.begin(), options.end());
    spec.argv.push_back(fs::absolute(program).string());
    spec.argv.insert(spec.argv.end(), arguments.begin(), arguments.end());
    constexpr double timeout_s = 7200; // 200 kernels with times take a good part of an hour on two cores
    const ProcessResult run = run_process(spec, timeout_s);
    if (run.timed_out || run.end.exit_code != 0)
        throw EnvironmentError(fmt::format("{} failed on the simulator: {}", program.string(), run.output));
    Observation seen = read_observation(parse_json(read_text(report)));
    if (seen.dropped != 0)
        throw EnvironmentError(fmt::format("{} exceeds the number of launches that a simulator report holds.",
                                           program.string()));
    return std::move(seen.launches);
}

bool makes_inputs(const ObservedLaunch& launch) {
    return plain_kernel_name(launch.kernel).starts_with("fill_");
}

std::vector<ListedKernel> kernels_listed_by(const fs::path& program) {
    const std::vector<std::string> tuned = lines_printed_by(program, "tuned");
    std::vector<ListedKernel> kernels;
    for (const std::string& name : lines_printed_by(program, "list"))
        kernels.push_back({name, std::ranges::find(tuned, name) != tuned.end()});
    return kernels;
}

std::vector<ListedKernel> chosen_kernels(const std::vector<ListedKernel>& listed,
                                         const KernelChoice& choice) {
    for (const std::string& name : choice.only)
        if (std::ranges::find(listed, name, &ListedKernel::name) == listed.end())
            throw UsageError(fmt::format("Unknown kernel {}.", name));
    std::vector<ListedKernel> chosen;
    for (const ListedKernel& kernel : listed) {
        const bool named =
            choice.only.empty() || std::ranges::find(choice.only, kernel.name) != choice.only.end();
        const bool in_split = choice.split.empty() || kernel.tuned_on == (choice.split == "tuning");
        if (named && in_split) chosen.push_back(kernel);
    }
    if (chosen.empty()) throw UsageError("No kernel matches --only and --split.");
    return chosen;
}

} // namespace grader
