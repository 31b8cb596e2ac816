// `grader timeline LAB`: shows how one call spends its time.
//
// The student's build runs in a runner, as in a grade, and the runner records each operation that passes
// through it (grading/runner/timeline.h). On a GPU it records a CUDA event before and after each; on the
// simulator, each operation gets counters and modelled times. grading/inspect/timeline.h analyses the call,
// grading/report/timeline/timeline.h prints it.

#include "grading/commands/commands.h"

#include <algorithm>
#include <iostream>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "base/interrupt.h"
#include "base/text.h"
#include "grading/command_line/context.h"
#include "grading/command_line/programs.h"
#include "grading/inspect/instrumented_run.h"
#include "grading/inspect/timeline.h"
#include "grading/measure/recorded_call.h"
#include "grading/messages/clean.h"
#include "grading/model/modelled_call.h"
#include "grading/report/timeline/timeline.h"
#include "grading/sentences/sentence.h"
#include "grading/steps/modelled_speed.h"
#include "grading/steps/technique_step.h"
#include "grading/verify/problem_module.h"
#include "kernelsmith/random.h"

namespace grader {
namespace {

struct TimelineOptions : LabOptions {
    std::filesystem::path file;           ///< `--file`; empty: the lab's student.cu
    std::optional<std::string> only_case; ///< `--case`; none: the timed or the modelled case

    void declare(CLI::App& app) {
        LabOptions::declare(app);
        declare_file(app, file, "Show this file as the lab's student.cu");
        app.add_option("--case", only_case, "Show a call of this case")->type_name("C");
        app.footer("It shows times on a GPU, and counted work on the simulator.");
    }
};

/// A fixed seed: the inputs are the same each time, so that two files can be compared.
constexpr std::uint64_t default_seed = 1;

bool has_events(const Backend& backend) { return backend.name() == "gpu"; }

/// Returns the case of @p lab with this name, for a run with events or for the simulator. Throws UsageError.
Case case_called(const Lab& lab, const std::string& name, bool events) {
    const Manifest& manifest = lab.manifest;
    const auto find = [&](const std::vector<Case>& cases) {
        return std::find_if(cases.begin(), cases.end(), [&](const Case& one) { return one.name == name; });
    };
    for (const auto* cases : {&manifest.timed, &manifest.measured}) {
        const auto found = find(*cases);
        if (found == cases->end()) continue;
        if (events) return *found;
        throw UsageError(fmt::format("\"{}\" is a case for a GPU, and too large for the simulator.", name));
    }
    for (const auto* cases : {&manifest.cases, &manifest.counted, &manifest.clean})
        if (const auto found = find(*cases); found != cases->end())
            return events ? *found : found->on_simulator();
    throw UsageError(fmt::format("{} has no case \"{}\".", lab.id, name));
}

/// Returns the candidates for the call to show, in order: the first that fits into the device's memory is
/// used.
std::vector<CountedCall> calls_of(const TimelineOptions& options, const Lab& lab, bool events) {
    const std::uint64_t seed =
        options.seed.value_or(kernelsmith::random_bits(default_seed, std::uint64_t{0}));
    std::vector<CountedCall> calls;
    if (options.only_case)
        calls.push_back({case_called(lab, *options.only_case, events).draw(seed), seed});
    else if (events)
        for (const Case& timed : lab.manifest.timed) calls.push_back({timed.draw(seed), seed});
    if (calls.empty()) calls = explained_calls(lab);
    if (calls.empty())
        throw UsageError(fmt::format("{} has no size for a timeline: its lab.toml has neither [[timed]], "
                                     "[[counted]] nor [[clean]]. Name a case: "
                                     "--case NAME.",
                                     lab.id));
    return calls;
}

/// Prints why there is no timeline, and how to get the full error from a grade.
ExitStatus refuse(const Lab& lab, const std::string& why) {
    std::cout << fmt::format("It has no timeline: {}.\nA grade reports where it fails: make grade LAB={}\n",
                             printable(why), lab.id.substr(0, 2));
    return ExitStatus::not_passed;
}

/// Records a call of @p build, the first of @p calls that fits. Stores its sizes in @p sizes.
RecordedCall record_first_that_fits(const Backend& backend, const Build& build,
                                    const std::vector<CountedCall>& calls, kernelsmith::Sizes& sizes) {
    for (const CountedCall& call : calls) {
        sizes = call.sizes;
        try {
            return record_call(backend, build, call.sizes, call.seed);
        } catch (const RunnerFault& fault) {
            const bool another = fault.kind == "memory" && &call != &calls.back();
            if (!another) throw;
        }
    }
    throw std::logic_error("no call to record");
}

void print_heading(const Backend& backend, const Lab& lab, const std::filesystem::path& source,
                   const kernelsmith::Sizes& sizes) {
    std::cout << fmt::format("{} on {}: {}\n{}\n\n", lab.id, backend.device().name,
                             source.filename().string(), load_problem(lab.module).describe(sizes));
}

ExitStatus show_times(Context& context, const Build& build, const std::filesystem::path& source,
                      const std::vector<CountedCall>& calls) {
    const Lab& lab = build.lab;
    const Backend& backend = context.backend();
    const std::unique_ptr<DeviceLock> lock = context.lock_device();
    context.status().show(fmt::format("{}: recording a call", lab.id));
    RecordedCall recorded;
    kernelsmith::Sizes sizes;
    Message fault;
    try {
        recorded = record_first_that_fits(backend, build, calls, sizes);
    } catch (const RunnerFault& problem) {
        throw_if_infrastructure_error(problem, backend);
        fault = explain(problem, lab.manifest.entry);
    } catch (const RunnerDied& death) {
        fault = death.message;
    }
    context.status().clear();
    print_heading(backend, lab, source, sizes);
    if (!fault.empty()) return refuse(lab, sentence(fault));
    if (recorded.operations.operations.empty()) return refuse(lab, "it issues no work to the device");
    std::cout << render_timeline(analyze_timeline(recorded.operations, recorded.recorded_ms),
                                 recorded.bare_ms, context.style());
    return ExitStatus::passed;
}

std::string about_times(const TimeModel& times) {
    return fmt::format(
        "Times are modelled for {}, not measured: how long the kernels of an operation would take.",
        times.device);
}

/// Shows the timeline on the simulator, at the size whose times are modelled.
ExitStatus show_modelled(Context& context, const Build& build, const std::filesystem::path& source,
                         std::uint64_t seed) {
    const Lab& lab = build.lab;
    const Backend& backend = context.backend();
    context.status().show(fmt::format("{}: modelling a call", lab.id));
    const ModelledCall call = model_call(backend, build, {.inputs = seed});
    context.status().clear();
    print_heading(backend, lab, source, lab.manifest.modelled.sizes.draw(seed));
    if (!call.fault.empty()) return refuse(lab, sentence(call.fault));
    if (call.operations.operations.empty()) return refuse(lab, "it issues no work to the device");
    std::string about = about_times(backend.time_model());
    if (call.parts > 1)
        about += fmt::format(" The call is one of {:.3g} equal parts of the timed one, on such a part of "
                             "the GPU, so it takes as long.",
                             call.parts);
    std::cout << render_counted_timeline(counted_operations(call.operations, call.launches),
                                         call.operations.dropped, about, context.style());
    if (call.time.ms > 0) std::cout << '\n' << render_call_time(call.time, context.style());
    if (!call.wrong.empty())
        std::cout << fmt::format("\nIts result is wrong at this size: {}\n", printable(sentence(call.wrong)));
    return ExitStatus::passed;
}

/// Shows the counts on the simulator, at another size: that of a named case, or of a lab without modelled
/// times.
ExitStatus show_counts(Context& context, const Build& build, const std::filesystem::path& source,
                       const CountedCall& call) {
    const Lab& lab = build.lab;
    const Backend& backend = context.backend();
    const TimeModel times = backend.time_model();
    context.status().show(fmt::format("{}: counting a call", lab.id));
    const InstrumentedRun instrumented =
        run_instrumented(backend, build, call.sizes, call.seed,
                         times.why_none.empty() ? Instrumentation::time : Instrumentation::counters,
                         OperationLogging::on);
    context.status().clear();
    print_heading(backend, lab, source, call.sizes);
    if (!instrumented.fault.empty()) return refuse(lab, sentence(instrumented.fault));
    if (!instrumented.observed) return refuse(lab, sentence(messages::no_report));
    if (instrumented.operations.operations.empty()) return refuse(lab, "it issues no work to the device");
    std::cout << render_counted_timeline(
        counted_operations(instrumented.operations, instrumented.observed->launches),
        instrumented.operations.dropped,
        times.why_none.empty() ? about_times(times) : fmt::format("No times: {}.", sentence(times.why_none)),
        context.style());
    if (!instrumented.outcome.passed)
        std::cout << fmt::format("\nIts result is wrong at this size: {}\n",
                                 printable(sentence(instrumented.outcome.message)));
    return ExitStatus::passed;
}

ExitStatus run_timeline(const TimelineOptions& options, const Invocation& call) {
    replace_patch(options.file, options.lab, options, call);
    Context context(options, call.places);
    const Lab& lab = context.lab();
    const Backend& backend = context.backend();
    if (!backend.availability().usable)
        throw EnvironmentError(fmt::format("A timeline is of a call, and nothing can be run here: {}.",
                                           sentence(backend.availability().reason)));
    // Report a wrong case name before compiling anything.
    const std::vector<CountedCall> calls = calls_of(options, lab, has_events(backend));
    const std::filesystem::path source = options.file.empty() ? lab.student() : options.file;
    if (const Message why = find_source_problem(source); !why.empty()) throw UsageError(sentence(why) + ".");
    const InterruptGuard interrupts;
    context.status().show(fmt::format("{}: compiling", lab.id));
    const CompileResult compiled = compile(backend.compile_job(source, lab, {}));
    context.status().clear();
    if (!compiled.ok) {
        std::cout << "It does not compile; the compiler reports:\n";
        for (const std::string_view line : split_lines(compiled.log)) std::cout << printable(line) << '\n';
        return ExitStatus::not_passed;
    }
    const Build build = build_of(lab, compiled.object);
    if (has_events(backend)) return show_times(context, build, source, calls);
    return !options.only_case && why_not_modelled(backend, lab).empty()
               ? show_modelled(context, build, source, calls.front().seed)
               : show_counts(context, build, source, calls.front());
}

} // namespace

Command timeline_command() {
    return command<TimelineOptions>("timeline", "Shows the time of one call: kernels, copies and gaps",
                                    run_timeline);
}

} // namespace grader
