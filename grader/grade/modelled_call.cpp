#include "grade/modelled_call.h"

#include <fmt/format.h>

#include "grade/modelled_part.h"
#include "inspect/watch.h"
#include "verify/problem_module.h"

namespace grader {
namespace {

std::vector<LaunchTotal> totals_of(const ModelledCall& call, const std::vector<double>& part_ms) {
    std::vector<LaunchTotal> totals;
    for (std::size_t n = 0; n < call.launches.size(); ++n)
        totals.push_back(
            {call.launches[n].time ? call.in_timed_case(n, part_ms[n]) : 0, call.rounds[n].launches});
    return totals;
}

} // namespace

double ModelledCall::in_timed_case(std::size_t launch, double part_ms) const {
    double begin = 0;
    for (const auto& [term, alone] : launches[launch].time->terms)
        if (term == "launch") begin = alone;
    return whole * ((part_ms - begin) * rounds[launch].work + begin * rounds[launch].launches);
}

std::vector<double> ModelledCall::part_times() const {
    std::vector<double> times;
    for (const SeenLaunch& launch : launches) times.push_back(launch.time ? launch.time->ms : 0);
    return times;
}

double ModelledCall::ms_with(const std::vector<double>& part_ms) const {
    return time_of_call(steps, totals_of(*this, part_ms), host).ms;
}

double ModelledCall::ms_doing(const std::vector<CallStep>& other_steps) const {
    return time_of_call(other_steps, totals_of(*this, part_times()), host).ms;
}

ModelledCall model_call(const Backend& backend, const Lab& lab, const std::filesystem::path& object,
                        std::uint64_t seed, Watch what) {
    const kernelsmith::Sizes sizes = lab.manifest.modelled.sizes.draw(seed);
    WatchedRun run = modelled_run(backend.time_model(), lab, seed);
    run.what = what;
    const Watched watched = watch(backend, lab, object, sizes, seed, run, Operations::noted);
    ModelledCall call;
    call.whole = whole_per_part(backend.time_model(), lab);
    call.parts = run.parts;
    call.memory_parts = run.memory_parts;
    call.fault = watched.fault;
    if (call.fault.empty() && !watched.seen) call.fault = "it left no report";
    if (!call.fault.empty()) return call;
    if (!watched.outcome.passed)
        call.wrong =
            fmt::format("{} ({})", watched.outcome.message, load_problem(lab.module).describe(sizes));
    call.launches = watched.seen->launches;
    call.rounds =
        rounds_of(call.launches, lab.manifest.modelled, sizes, lab.manifest.timed.front().draw(seed));
    call.operations = watched.operations;
    call.steps = steps_of(call.operations, call.launches, lab.manifest.modelled.parts);
    call.host = backend.time_model().host;
    if (longest_launch(call.launches) != nullptr)
        call.time = time_of_call(call.steps, totals_of(call, call.part_times()), call.host);
    return call;
}

} // namespace grader
