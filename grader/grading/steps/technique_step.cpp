#include "grading/steps/technique_step.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/secrets.h"
#include "grading/backend/baseline.h"
#include "grading/channel/kernel_name.h"
#include "grading/grade/executed_code.h"
#include "grading/inspect/evaluate.h"
#include "grading/messages/clean.h"
#include "grading/messages/counts.h"
#include "grading/messages/message.h"
#include "grading/steps/clean_step.h"
#include "grading/steps/computed_on_host.h"
#include "grading/steps/counted_on_device.h"
#include "grading/steps/gates.h"
#include "grading/steps/speed_step.h"
#include "grading/verify/case_run.h"
#include "grading/verify/problem_module.h"
#include "kernelsmith/random.h"

namespace grader {
namespace {

/// Seed of the inputs. Public and constant, because counters may depend on the inputs, and must be
/// reproducible to the last digit.
constexpr std::uint64_t counted_seed = 1;

bool same_shape(const Launch& a, const Launch& b) {
    return a.symbol == b.symbol && a.grid == b.grid && a.block == b.block && a.shared_bytes == b.shared_bytes;
}

/// Adds to @p all the launches of @p more that the simulator counted. A rejected launch is in the log, too.
void merge(std::vector<Launch>& all, const std::vector<Launch>& more, const std::set<std::string>& counted) {
    for (const Launch& launch : more) {
        if (!counted.contains(launch.symbol)) continue;
        const auto known = std::find_if(all.begin(), all.end(),
                                        [&](const Launch& other) { return same_shape(launch, other); });
        if (known == all.end())
            all.push_back(launch);
        else
            known->count += launch.count;
    }
}

/// Returns the symbols of the kernels in @p launches.
std::set<std::string> symbols_of(const std::vector<ObservedLaunch>& launches) {
    std::set<std::string> symbols;
    for (const ObservedLaunch& launch : launches) symbols.insert(launch.symbol);
    return symbols;
}

/// Sets the number of counted warp instructions of each of @p launches.
void set_instruction_counts(std::vector<Launch>& launches, const std::vector<ObservedLaunch>& observed) {
    std::map<std::string, double> instructions;
    for (const ObservedLaunch& launch : observed)
        if (const auto found = launch.counts.find("smsp__inst_executed.sum"); found != launch.counts.end())
            instructions[launch.symbol] += found->second;
    for (Launch& launch : launches) launch.warp_instructions = instructions[launch.symbol];
}

/// Returns why not all of @p launches have counters; empty if they have. Each reason is caused by the
/// program.
Message why_not_counted(const std::vector<ObservedLaunch>& launches) {
    for (const ObservedLaunch& launch : launches)
        if (!launch.not_counted.empty())
            return {messages::no_counters,
                    {{"kernel", kernel_name(launch.kernel)}, {"reason", launch.not_counted}}};
    return {};
}

/// A counter that a gate of the lab needs and a launch lacks.
struct MissingCounter {
    std::string name;
    std::string kernel;
    std::string gate;
};

/// Returns the first missing counter. Every counter that a gate needs must be in the report, because a
/// renamed one would read as 0.
std::optional<MissingCounter> missing_counter(const Lab& lab, const std::vector<ObservedLaunch>& launches) {
    for (const Gate& gate : lab.manifest.gates)
        for (const ObservedLaunch& launch : launches)
            if (const std::string part = missing_part(*find_quantity(gate.counter), launch); !part.empty())
                return MissingCounter{part, kernel_name(launch.kernel), gate.counter};
    return std::nullopt;
}

/// Throws EnvironmentError if the baseline lacks a counter, too, which is an infrastructure error.
void require_counters_of_baseline(const Backend& backend, const Build& build,
                                  const std::vector<CountedCall>& calls) {
    const Build baseline{build.lab, built_baseline(backend, build.lab), build.limits};
    const CountedRun control = count(backend, baseline, calls);
    if (const auto missing = missing_counter(build.lab, control.observed))
        throw EnvironmentError(fmt::format("infrastructure error: the simulator did not report {} of {}, and "
                                           "the gate {} needs it. Try: grader doctor",
                                           missing->name, missing->kernel, missing->gate));
}

/// Returns how the timed run of @p grade exceeds the counted one: by a launch that was detected, or by
/// launches that cannot have been detected.
std::optional<LaunchLogGap> timed_launch_gap(const LabGrade& grade, bool alike) {
    if (grade.evidence.launch_gap) return grade.evidence.launch_gap;
    const auto name = [alike](const Launch& launch) {
        return alike ? launch.symbol : template_name(launch.symbol);
    };
    std::set<std::string> counted;
    for (const Launch& launch : grade.counted) counted.insert(name(launch));
    for (const Launch& launch : grade.launches)
        if (!counted.contains(name(launch)))
            return LaunchLogGap{{messages::launched_uncounted, {{"kernel", launch.kernel}}},
                                messages::same_kernels};
    return std::nullopt;
}

/// Moves the message of @p step, the counters, to its first detail.
void move_message_to_details(Step& step) {
    if (!step.message.empty())
        step.details.insert(step.details.begin(), Message(messages::counted, {{"gates", step.message}}));
}

/// Returns @p calls as cases of the step `clean`.
std::vector<DrawnCase> cases_of(const std::vector<CountedCall>& calls) {
    std::vector<DrawnCase> cases;
    for (const CountedCall& call : calls)
        cases.push_back({"the call that is counted", call.sizes, call.seed});
    return cases;
}

} // namespace

std::vector<CountedCall> counted_calls(const Lab& lab, std::optional<std::uint64_t> secret) {
    std::vector<CountedCall> calls;
    for (const Case& counted : lab.manifest.counted) {
        const std::uint64_t seed = secret ? derive(*secret, "counted", calls.size())
                                          : kernelsmith::random_bits(counted_seed, calls.size());
        calls.push_back({(secret ? counted.in_strict_grade() : counted).draw(seed), seed});
    }
    return calls;
}

std::vector<CountedCall> explained_calls(const Lab& lab) {
    if (!lab.manifest.counted.empty()) return counted_calls(lab);
    std::vector<CountedCall> calls;
    for (const Case& checked : lab.manifest.clean) {
        const std::uint64_t seed = kernelsmith::random_bits(counted_seed, calls.size());
        calls.push_back({checked.draw(seed), seed});
    }
    return calls;
}

CountedRun count(const Backend& backend, const Build& build, const std::vector<CountedCall>& calls,
                 Instrumentation what) {
    const Lab& lab = build.lab;
    CountedRun run;
    InstrumentedRunSpec spec = what;
    spec.on_reference = true;
    for (const auto& [sizes, seed] : calls) {
        const InstrumentedRun instrumented = run_instrumented(backend, build, sizes, seed, spec);
        run.fault = instrumented.fault;
        if (run.fault.empty() && !instrumented.observed) run.fault = messages::no_report;
        if (run.fault.empty() && instrumented.observed->dropped > 0) run.fault = messages::too_many_launches;
        if (const auto gap = instrumented.launches.gap();
            run.fault.empty() && gap && !instrumented.observed->launches.empty())
            run.fault = {messages::it_did, {{"what", gap->what}}};
        if (!run.fault.empty()) return run;
        if (run.wrong.empty() && !instrumented.outcome.passed)
            run.wrong = {messages::with_sizes,
                         {{"what", instrumented.outcome.message},
                          {"sizes", load_problem(lab.module).describe(sizes)}}};
        const kernelsmith::Layout layout = load_problem(lab.module).layout(sizes);
        add_call(run, layout, instrumented.observed->launches, instrumented.copied_bytes);
        CountedRun alone;
        add_call(alone, layout, instrumented.observed->launches, instrumented.copied_bytes);
        run.quantities_by_call.push_back(all_quantities(alone.observed, alone.of_call));
        run.without_lines += instrumented.observed->without_lines;
        run.device = instrumented.observed->device;
        run.counters = instrumented.observed->counters;
        run.by_call.push_back(instrumented.launches.launches);
        merge(run.launches, instrumented.launches.launches, symbols_of(instrumented.observed->launches));
    }
    set_instruction_counts(run.launches, run.observed);
    if (run.observed.empty()) run.fault = messages::no_kernel;
    return run;
}

Step check_technique(const Backend& backend, const Build& build, const GradeRequest& request,
                     LabGrade& grade) {
    const Lab& lab = build.lab;
    Step step{"technique", Status::fail, {}, {}, 0, lab.manifest.max_points("technique")};
    const bool strict = backend.isolation().is_strict;
    const std::vector<CountedCall> calls =
        counted_calls(lab, strict ? std::optional(request.seed) : std::nullopt);
    const CountedRun run = count(backend, build, calls);
    if (!run.fault.empty()) {
        step.message = messages::counted_run_did_not_end;
        step.details.push_back(run.fault);
        return step;
    }
    if (!run.wrong.empty()) {
        step.message = messages::counted_run_is_wrong;
        step.details.push_back(run.wrong);
        return step;
    }
    if (Message why = why_not_counted(run.observed); !why.empty()) {
        step.message = messages::not_all_counted;
        step.details.push_back(std::move(why));
        return step;
    }
    grade.evidence.counted_by_call = run.by_call;
    if (fail_if_device_differs(step, backend, build, request.seed, run.by_call)) return step;
    if (const auto missing = missing_counter(lab, run.observed)) {
        require_counters_of_baseline(backend, build, calls);
        step.message = {messages::kernel_not_counted, {{"kernel", missing->kernel}}};
        step.details.emplace_back(messages::counter_missing, Arguments{{"counter", missing->name}});
        return step;
    }
    request.counted(run.observed);
    grade.counters = all_quantities(run.observed, run.of_call);
    grade.evidence.counters_by_call = run.quantities_by_call;
    grade.counted = run.launches;
    grade.evidence.counted_code = executed_code(run.observed, request.source);
    check_uncovered_lines(backend, build, request, cases_of(calls), grade);
    judge_gates(step, lab.manifest.gates, lab.id, grade, run.item);
    if (const std::optional<Message> others = computed_on_host(lab.manifest, run)) {
        grade.evidence.work_on_host = true;
        step.status = Status::fail;
        step.points = 0;
        step.message = *others;
        step.details.insert(step.details.begin(), messages::kernels_compute);
    }
    return step;
}

bool fail_if_device_differs(Step& step, const Backend& backend, const Build& build, std::uint64_t seed,
                            const std::vector<std::vector<Launch>>& counted) {
    if (!backend.isolation().is_strict) return false;
    const Message why = device_difference(backend, build, counted_calls(build.lab, seed), counted);
    if (why.empty()) return false;
    step.status = Status::fail;
    step.points = 0;
    move_message_to_details(step);
    step.message = messages::other_on_gpu;
    step.details.push_back(why);
    return true;
}

void compare_with_timed(LabGrade& grade, bool alike) {
    // If nothing was counted, the step reports that already.
    if (!grade.speedup || grade.counters.empty()) return;
    const std::optional<LaunchLogGap> difference = timed_launch_gap(grade, alike);
    if (!difference) return;
    for (Step& step : grade.steps) {
        if (step.name != "technique") continue;
        step.status = Status::fail;
        step.points = 0;
        move_message_to_details(step);
        step.message = {grade.speedup->modelled.empty() ? messages::timed_run : messages::modelled_run,
                        {{"what", difference->what}}};
        step.details.push_back(difference->advice);
    }
}

} // namespace grader
