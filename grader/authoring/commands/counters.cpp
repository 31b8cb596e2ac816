#include "authoring/commands/commands.h"

#include <iostream>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "authoring/commands/proof_program.h"
#include "authoring/records/counters/comparison.h"
#include "authoring/records/counters/metrics.h"
#include "authoring/records/counters/profiler.h"
#include "authoring/rules/counter_rules.h"
#include "base/text.h"
#include "grading/command_line/context.h"
#include "grading/command_line/programs.h"
#include "grading/sentences/sentence.h"
#include "grading/steps/technique_step.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

struct CountersOptions : ContextOptions, JobsOption {
    std::vector<std::string> labs;  ///< empty: every lab, unless programs are given
    std::vector<fs::path> programs; ///< each `--program`
    bool record = false;            ///< `--record`: count on a GPU, and write docs/results/
    bool fix = false;               ///< `--fix`: write the generated tables

    void declare(CLI::App& app) {
        declare_labs(app, labs, "every lab if no lab and no program is given");
        app.add_option("--program", programs,
                       "A standalone program instead of a lab's builds; may be repeated")
            ->type_name("P");
        app.add_flag("--record", record,
                     "Count on this GPU with Nsight Compute, and write docs/results/counters/<gpu>.json");
        app.add_flag("--fix", fix, "Update the tables that are generated from both counts");
        JobsOption::declare(app);
        ContextOptions::declare(app);
    }
};

/// Builds that are compared under one name, with the simulator's counts and, if recorded, the GPU's.
struct Group {
    std::string name;
    std::vector<BuildCounts> simulated;
    std::vector<BuildCounts> on_gpu;
};

/// Builds the entries of @p lab, in their order. Throws EnvironmentError if one does not compile.
std::vector<fs::path> build_all(Context& context, const Lab& lab, const std::vector<LabProgram>& entries,
                                unsigned at_once) {
    context.status().show(lab.id + ": compiling");
    std::vector<CompileJob> jobs;
    for (const LabProgram& entry : entries)
        jobs.push_back(context.backend().compile_job(entry.source, lab, {}));
    std::vector<fs::path> objects;
    for (const CompileResult& build : compile_all(jobs, at_once)) {
        if (!build.ok)
            throw EnvironmentError(
                fmt::format("{} does not compile:\n{}", jobs[objects.size()].source.string(), build.log));
        objects.push_back(build.object);
    }
    return objects;
}

/// Counts @p build on the GPU for @p group. A build that cannot be profiled is missing in the record, which
/// the comparison reports.
void record_build(Group& group, const std::string& name, const Backend& backend, const Build& build) {
    try {
        group.on_gpu.push_back({name, by_kernel(profile(backend, build))});
    } catch (const EnvironmentError& error) {
        std::cout << fmt::format("{}: {}\n", name, printable(text_of(error)));
    }
}

Group count_lab(Context& context, const CountersOptions& options, const Lab& lab) {
    const Backend& backend = context.backend();
    const std::vector<LabProgram> entries = lab_programs(lab);
    const std::vector<fs::path> objects = build_all(context, lab, entries, options.jobs);
    Group group{lab.id, {}, {}};
    for (std::size_t i = 0; i < entries.size(); ++i) {
        context.status().show(lab.id + ": counting " + entries[i].name);
        const Build build = build_of(lab, objects[i]);
        const CountedRun run = count(backend, build, counted_calls(lab));
        if (!run.fault.empty() && stops_early(entries[i])) continue;
        if (!run.fault.empty())
            throw EnvironmentError(
                fmt::format("{} cannot be counted: {}", entries[i].name, sentence(run.fault)));
        group.simulated.push_back({entries[i].name, by_kernel(run.observed)});
        if (options.record) record_build(group, entries[i].name, backend, build);
    }
    context.status().clear();
    return group;
}

Group count_program(Context& context, const CountersOptions& options, const fs::path& program) {
    const std::string name = program.stem().string();
    context.status().show(name + ": counting");
    Group group{name, {{name, by_kernel(simulate_program(program, {}, {}))}}, {}};
    if (options.record) group.on_gpu = {{name, by_kernel(profile_program(program, metric_names()))}};
    context.status().clear();
    return group;
}

/// Prints the result of @p comparison.
void print(const std::string& group, const CounterComparison& comparison) {
    std::size_t numbers = 0;
    for (const KernelComparison& kernel : comparison.kernels) numbers += kernel.on_gpu.size();
    std::cout << fmt::format("{}: {} kernels, {} numbers, {} faults\n", group, comparison.kernels.size(),
                             numbers, comparison.faults.size());
    for (const std::string& fault : comparison.faults) std::cout << "  ✘ " << printable(fault) << '\n';
}

/// Compares the table of @p group in docs/counters_on_a_gpu.md with @p comparison, or updates it.
bool settle_table(Context& context, const CountersOptions& options, const std::string& group,
                  const CounterComparison& comparison) {
    const GeneratedBlock block = counters_block(context.course(), group, comparison);
    if (state_of(block) == BlockState::current) return true;
    if (options.fix || options.record) {
        write_block(block);
        return true;
    }
    std::cout << fmt::format("  ✘ the table \"{}\" in docs/counters_on_a_gpu.md is out of date; update it: "
                             "grader counters {} --fix\n",
                             block.name, group);
    return false;
}

ExitStatus run_counters(const CountersOptions& options, const Invocation& call) {
    if (options.programs.empty()) require_solutions(options, "counters");
    Context context(options, call.places, options.labs);
    if (options.record) context.expect_profiler();
    const Backend& backend = context.backend();
    if (!backend.simulator().usable)
        throw EnvironmentError("Cannot count here: " + sentence(backend.simulator().reason));
    if (options.record && (backend.name() != "gpu" || !backend.availability().usable))
        throw UsageError("--record counts on a GPU, and this machine has none.");
    const std::unique_ptr<DeviceLock> lock = context.lock_device();
    const fs::path file = counters_file(context.course().root(), backend.device().slug);
    CountersRecord record = read_counters(file);
    bool all_well = true;
    const auto finalize_grade = [&](const Group& group) {
        if (options.record) {
            record.device = backend.device().name;
            record.groups[group.name] = group.on_gpu;
            write_counters(file, record); // write after each group, so that a later failure loses nothing
        }
        const CounterComparison comparison =
            compare_counters(group.simulated, record.groups[group.name],
                             read_reasons(file.parent_path() / "reasons.toml", group.name));
        print(group.name, comparison);
        all_well =
            settle_table(context, options, group.name, comparison) && comparison.faults.empty() && all_well;
    };
    if (!options.labs.empty() || options.programs.empty())
        for (const Lab* lab : context.labs())
            if (lab->manifest.has_step("technique")) finalize_grade(count_lab(context, options, *lab));
    for (const fs::path& program : options.programs) finalize_grade(count_program(context, options, program));
    return all_well ? ExitStatus::passed : ExitStatus::not_passed;
}

} // namespace

Command counters_command() {
    return command<CountersOptions>("counters", "Compare the simulator's counts with a GPU's", run_counters);
}

} // namespace grader
