#include "grading/inspect/instrumented_run.h"

#include <algorithm>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/files.h"
#include "base/json_text.h"
#include "grading/inspect/buffer_names.h"
#include "grading/messages/device.h"
#include "grading/messages/machine_error.h"
#include "grading/verify/case_run.h"
#include "grading/verify/problem_module.h"

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Reads the report in @p file, which a student's code could have forged.
std::optional<Observation> read_report(const fs::path& file) {
    constexpr std::uintmax_t max_report_bytes = 256 << 20;
    std::error_code problem;
    if (!fs::is_regular_file(file, problem) || fs::file_size(file, problem) > max_report_bytes)
        return std::nullopt;
    try {
        return read_observation(parse_json(read_text(file)));
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
}

/// Lets the process exit in order, whatever happened to the call: the report is only written then.
void end(RunnerClient& runner, InstrumentedRun& instrumented) {
    try {
        runner.release();
    } catch (const RunnerFault&) {
        // After a fault a device cannot release memory; the fault itself has been reported.
    }
    try {
        runner.finish();
    } catch (const RunnerFault& fault) {
        if (instrumented.fault.empty()) instrumented.fault = fault.message;
    }
}

/// Throws EnvironmentError if the simulator also fails for a runner without a student's code: a fault before
/// the call can also be caused by the code that was loaded.
void require_simulator(const Backend& backend, const Build& build, const kernelsmith::Sizes& sizes,
                       const InstrumentedRunSpec& run) {
    const TemporaryDirectory scratch;
    RunnerClient runner(backend.instrumented(run, scratch.path() / "report.json"),
                        simulated_limits(build.limits));
    try {
        runner.allocate_bare(load_problem(build.lab.module).layout(sizes));
    } catch (const RunnerFault& fault) {
        throw_if_infrastructure_error(fault, backend);
    } catch (const TimeBudgetExceeded&) {
        throw;
    } catch (const RunnerDied& death) {
        throw MachineError({messages::simulator_does_not_run, {{"why", death.message}}});
    }
}

/// Repeats the same call.
void call_again(RunnerClient& runner, const Lab& lab, const kernelsmith::Sizes& sizes, std::uint64_t seed,
                UncheckedErrors errors) {
    const kernelsmith::Problem& problem = load_problem(lab.module);
    const kernelsmith::Layout layout = problem.layout(sizes);
    for (std::size_t i = 0; i < layout.buffers.size(); ++i)
        if (has_input(layout.buffers[i])) runner.fill(i, generate(problem, {sizes, seed, 0}, layout, i));
    (void)runner.call(errors);
}

} // namespace

CallReport call_once(RunnerClient& runner, const Build& build, const kernelsmith::Sizes& sizes,
                     std::uint64_t seed, UncheckedErrors errors, OperationLogging operations) {
    const kernelsmith::Problem& problem = load_problem(build.lab.module);
    const kernelsmith::Draw draw{sizes, seed, 0};
    const kernelsmith::Layout layout = problem.layout(sizes);
    runner.load(build.object, build.lab.manifest.entry);
    runner.allocate_bare(layout);
    for (std::size_t i = 0; i < layout.buffers.size(); ++i)
        if (has_input(layout.buffers[i])) runner.fill(i, generate(problem, draw, layout, i));
    if (operations == OperationLogging::on) runner.record(false);
    CallReport called{runner.call(errors).copied_bytes, runner.launches()};
    if (operations == OperationLogging::on) called.operations = runner.operations();
    called.outcome.launches = called.launches.launches;
    called.outcome.passed = check_outputs(runner, problem, draw, layout, 0, called.outcome);
    return called;
}

Build with_extended_limits(Build build) {
    constexpr double idle_s = 60; // enough for any call on an otherwise idle machine
    constexpr double slowdown = 10;
    const double simulated_s = simulated_limits(build.limits).wall_s;
    build.limits.wall_s *= slowdown * std::min(simulated_s, idle_s) / simulated_s;
    build.limits.end.reset();
    return build;
}

InstrumentedRun run_instrumented(const Backend& backend, const Build& build, const kernelsmith::Sizes& sizes,
                                 std::uint64_t seed, const InstrumentedRunSpec& run,
                                 OperationLogging operations) {
    if (!backend.simulator().usable)
        throw MachineError({messages::no_simulator, {{"reason", backend.simulator().reason}}});
    const TemporaryDirectory scratch;
    const fs::path report = scratch.path() / "report.json";
    InstrumentedRun instrumented;
    {
        RunnerClient runner(backend.instrumented(run, report), simulated_limits(build.limits), {},
                            build.object);
        try {
            try {
                // An unchecked error is a mistake, about which the simulator reports more than a runner can.
                const UncheckedErrors errors = run.what == Instrumentation::mistakes
                                                   ? UncheckedErrors::left_in_place
                                                   : UncheckedErrors::reported;
                CallReport called = call_once(runner, build, sizes, seed, errors, operations);
                for (unsigned made = 1; made < run.calls; ++made)
                    call_again(runner, build.lab, sizes, seed, errors);
                instrumented.copied_bytes = called.copied_bytes;
                instrumented.launches = std::move(called.launches);
                instrumented.outcome = std::move(called.outcome);
                instrumented.operations = std::move(called.operations);
            } catch (const RunnerFault& fault) {
                if (fault.is_infrastructure_error) require_simulator(backend, build, sizes, run);
                instrumented.fault = explain(fault, build.lab.manifest.entry);
            }
            end(runner, instrumented);
        } catch (const RunnerDied& death) {
            // A crash still has its report; whether it is missing is checked below.
            if (instrumented.fault.empty()) instrumented.fault = death.message;
        }
        instrumented.output = runner.output();
    }
    instrumented.observed = read_report(report);
    if (instrumented.observed)
        name_buffers(*instrumented.observed, load_problem(build.lab.module).layout(sizes));
    return instrumented;
}

} // namespace grader
