#include "grading/model/modelled_call.h"

#include <algorithm>

#include <fmt/format.h>

#include "grading/channel/kernel_name.h"
#include "grading/inspect/instrumented_run.h"
#include "grading/messages/clean.h"
#include "grading/messages/message.h"
#include "grading/messages/speed.h"
#include "grading/model/modelled_part.h"
#include "grading/verify/problem_module.h"

namespace grader {
namespace {

std::vector<LaunchTotal> totals_of(const ModelledCall& call, const std::vector<double>& part_ms) {
    std::vector<LaunchTotal> totals;
    for (std::size_t n = 0; n < call.launches.size(); ++n)
        totals.push_back(
            {call.launches[n].time ? call.timed_case_ms(n, part_ms[n]) : 0, call.rounds[n].launches});
    return totals;
}

bool reads_textures(const ObservedLaunch& launch) {
    const auto reads = launch.counts.find("kernelsmith__inst_executed_pipe_tex.sum");
    return reads != launch.counts.end() && reads->second > 0;
}

double executed_by(const ObservedLaunch& launch) {
    const auto executed = launch.counts.find("smsp__inst_executed.sum");
    return executed == launch.counts.end() ? 0 : executed->second;
}

/// Sets the number of repetitions of each launch of @p call, which had @p sizes and inputs drawn from @p
/// seed, in the timed case. If its launches do not determine it, counts the same call with all rounds.
void set_rounds(ModelledCall& call, const Backend& backend, const Build& build,
                const kernelsmith::Sizes& sizes, std::uint64_t seed) {
    const ModelledCase& modelled = build.lab.manifest.modelled;
    const kernelsmith::Sizes timed = build.lab.manifest.timed.front().draw(seed);
    call.rounds = rounds_of(call.launches, modelled, sizes, timed);
    if (!is_mostly_single(call.launches, modelled, sizes)) return;
    const kernelsmith::Sizes whole = with_all_rounds(modelled, sizes);
    InstrumentedRunSpec run = Instrumentation::counters;
    run.instruction_limit = static_cast<std::uint64_t>(max_instructions(call.launches, call.rounds));
    const InstrumentedRun instrumented =
        run_instrumented(backend, with_extended_limits(build), whole, seed, run);
    if (instrumented.observed && instrumented.observed->over_limit)
        call.rounds = rounds_of(call.launches, modelled, sizes, timed, SingleLaunches::loop);
    else if (!instrumented.fault.empty())
        call.fault = {messages::with_sizes,
                      {{"what", instrumented.fault},
                       {"sizes", load_problem(build.lab.module).describe(whole)}}};
    else if (!instrumented.observed)
        call.fault = messages::no_report;
}

} // namespace

double ModelledCall::timed_case_ms(std::size_t launch, double part_ms) const {
    double begin = 0;
    for (const auto& [term, alone] : launches[launch].time->terms)
        if (term == "launch") begin = alone;
    return total_ms(part_ms, begin, launches[launch].time->scales ? whole : 1, rounds[launch]);
}

Message ModelledCall::why_wrong(MessageKind program) const {
    if (!fault.empty())
        return {messages::modelled_call_did_not_end, {{"program", Message(program)}, {"why", fault}}};
    if (!wrong.empty())
        return {messages::wrong_when_modelled, {{"program", Message(program)}, {"why", wrong}}};
    return {};
}

Message ModelledCall::why_no_time(MessageKind program) const {
    if (Message why = why_wrong(program); !why.empty()) return why;
    for (const ObservedLaunch& launch : launches) {
        if (!launch.time)
            return {messages::kernel_without_time,
                    {{"kernel", kernel_name(launch.kernel)},
                     {"program", Message(program)},
                     {"reason", launch.not_counted}}};
        if (reads_textures(launch))
            return {messages::reads_textures,
                    {{"kernel", kernel_name(launch.kernel)}, {"program", Message(program)}}};
    }
    if (unreported > 0)
        return {messages::unrecorded_operations, {{"program", Message(program)}, {"operations", unreported}}};
    if (time.ms > 0) return {};
    return {messages::no_modelled_launch, {{"program", Message(program)}}};
}

double ModelledCall::instructions() const {
    double all = 0;
    for (const ObservedLaunch& launch : launches) all += executed_by(launch);
    return all;
}

double ModelledCall::issue_share(const TimeModel& model) const {
    constexpr double lanes_of_warp = 32;
    constexpr double giga_ms = 1e6;
    const double issued = time.ms * giga_ms * model.operations_g_s() / lanes_of_warp;
    double timed = 0;
    for (std::size_t n = 0; n < launches.size(); ++n)
        timed += whole * parts * rounds[n].work * executed_by(launches[n]);
    return issued > 0 ? timed / issued : 0;
}

std::vector<double> ModelledCall::part_times() const {
    std::vector<double> times;
    for (const ObservedLaunch& launch : launches) times.push_back(launch.time ? launch.time->ms : 0);
    return times;
}

double ModelledCall::ms_with_part_times(const std::vector<double>& part_ms) const {
    return time_of_call(steps, totals_of(*this, part_ms), host).ms;
}

double ModelledCall::ms_with_steps(const std::vector<CallStep>& other_steps) const {
    return time_of_call(other_steps, totals_of(*this, part_times()), host).ms;
}

ModelledCall model_call(const Backend& backend, const Build& build, const ModelledSeeds& draw,
                        Instrumentation what, std::uint64_t instruction_limit) {
    const Lab& lab = build.lab;
    const std::uint64_t seed = draw.inputs;
    const kernelsmith::Sizes sizes = lab.manifest.modelled.sizes.draw(seed);
    InstrumentedRunSpec run = modelled_run(backend.time_model(), lab, seed);
    run.what = what;
    run.instruction_limit = instruction_limit;
    run.seed = draw.blocks;
    const InstrumentedRun instrumented =
        run_instrumented(backend, with_extended_limits(build), sizes, seed, run, OperationLogging::on);
    ModelledCall call;
    call.whole = whole_per_part(backend.time_model(), lab);
    call.parts = run.parts;
    call.memory_parts = run.memory_parts;
    call.fault = instrumented.fault;
    call.over_limit = instrumented.observed && instrumented.observed->over_limit;
    if (call.fault.empty() && !instrumented.observed) call.fault = messages::no_report;
    if (!call.fault.empty() || call.over_limit) return call;
    if (!instrumented.outcome.passed)
        call.wrong = {messages::with_sizes,
                      {{"what", instrumented.outcome.message},
                       {"sizes", load_problem(lab.module).describe(sizes)}}};
    call.launches = instrumented.observed->launches;
    add_call(call.counted, load_problem(lab.module).layout(sizes), call.launches, instrumented.copied_bytes);
    call.unreported = instrumented.observed->dropped + instrumented.operations.dropped;
    set_rounds(call, backend, build, sizes, seed);
    if (!call.fault.empty()) return call;
    call.operations = instrumented.operations;
    call.steps = make_call_steps(call.operations, call.launches, lab.manifest.modelled.parts);
    call.host = backend.time_model().host;
    if (longest_launch(call.launches) != nullptr)
        call.time = time_of_call(call.steps, totals_of(call, call.part_times()), call.host);
    return call;
}

} // namespace grader
