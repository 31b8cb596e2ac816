// `grader times --record`: profiles the timed case of every rung, and programs with listed kernels, with
// Nsight Compute.

#include <iostream>

#include <fmt/format.h>

#include "authoring/commands/commands.h"
#include "authoring/commands/proof_program.h"
#include "authoring/commands/times.h"
#include "authoring/records/counters/profiler.h"
#include "authoring/records/counters/record.h"
#include "authoring/records/counters/throughputs.h"
#include "authoring/records/model/join.h"
#include "authoring/rules/counter_rules.h"
#include "base/text.h"
#include "grading/sentences/sentence.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Profiles the throughputs of all builds of @p lab except those that it cannot run; sets @p all to false if
/// one could not be profiled.
std::vector<BuildCounts> profile_rungs(Context& context, const Lab& lab, bool& all) {
    std::vector<BuildCounts> builds;
    const CountedCall call = {lab.manifest.timed.front().draw(default_seed), default_seed};
    for (const LabProgram& entry : lab_programs(lab)) {
        if (stops_early(entry)) continue;
        context.status().show(lab.id + ": profiling " + entry.name);
        try {
            const CompileResult build = compile(context.backend().compile_job(entry.source, lab, {}));
            const std::vector<ObservedLaunch> launches =
                profile_call(context.backend(), build_of(lab, build.object), call, throughput_metrics());
            builds.push_back({entry.name, throughputs_by_kernel(launches)});
        } catch (const EnvironmentError& error) {
            std::cout << fmt::format("{}, {}: {}\n", lab.id, entry.name, printable(text_of(error)));
            all = false;
        }
    }
    context.status().clear();
    return builds;
}

std::vector<BuildCounts> profile_kernels(const fs::path& program) {
    const std::vector<ListedKernel> kernels = kernels_listed_by(program);
    std::vector<BuildCounts> builds;
    for (const ObservedLaunch& launch : profile_program(program, throughput_metrics())) {
        if (makes_inputs(launch)) continue;
        if (builds.size() == kernels.size())
            throw EnvironmentError(program.string() + " launches more kernels than it lists.");
        builds.push_back({kernels[builds.size()].name, throughputs_by_kernel({launch})});
    }
    return builds;
}

} // namespace

ExitStatus record_times(Context& context, const TimesOptions& options) {
    const Backend& backend = context.backend();
    if (backend.name() != "gpu" || !backend.availability().usable)
        throw UsageError("--record measures times on a GPU, and this machine has none.");
    const std::unique_ptr<DeviceLock> lock = context.lock_device();
    const fs::path file = accuracy::throughputs_file(context.course().root(), backend.device().slug);
    CountersRecord record = read_counters(file);
    record.device = backend.device().name;
    const auto keep = [&](const std::string& group, std::vector<BuildCounts> builds) {
        std::cout << fmt::format("{}: {} builds or kernels\n", group, builds.size()) << std::flush;
        record.groups[group] = std::move(builds);
        write_counters(file, record); // write after each group, so that a later failure loses nothing
    };
    bool all = true;
    if (!options.labs.empty() || options.programs.empty())
        for (const Lab* lab : context.labs())
            if (lab->manifest.modelled.parts != 0) keep(lab->id, profile_rungs(context, *lab, all));
    for (const fs::path& program : options.programs) keep(program.stem().string(), profile_kernels(program));
    return all ? ExitStatus::passed : ExitStatus::not_passed;
}

} // namespace grader
