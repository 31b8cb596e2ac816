#include "authoring/commands/commands.h"

#include <algorithm>
#include <iostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "authoring/commands/ladder_row.h"
#include "authoring/commands/modelled_ladder.h"
#include "authoring/records/ladder/tables.h"
#include "base/numbers.h"
#include "base/secrets.h"
#include "base/text.h"
#include "grading/command_line/context.h"
#include "grading/command_line/programs.h"
#include "grading/results/results.h"
#include "grading/sentences/sentence.h"
#include "grading/steps/grade_lab.h"
#include "grading/steps/speed_step.h"
#include "grading/steps/timed_build.h"

namespace grader {
namespace {

struct LadderOptions : LabOptions {
    bool record = false; ///< `--record`: write docs/results/

    void declare(CLI::App& app) {
        LabOptions::declare(app);
        app.add_flag("--record", record, "Write docs/results/<gpu>.json and the tables generated from it");
    }
};

/// A build timed at the graded case.
struct TimedEntry {
    LabProgram entry;
    std::vector<Launch> counted; ///< counted by the simulator
};

/// Combines @p speedup and @p launches, measured for @p timed at some case, into a result.
RungResult result_of(const TimedEntry& timed, const Speedup& speedup, const std::vector<Launch>& launches) {
    const LabProgram& entry = timed.entry;
    RungResult rung;
    rung.name = entry.name;
    rung.ms = speedup.student_ms;
    rung.speedup = speedup.ratio;
    rung.low = speedup.low;
    rung.high = speedup.high;
    rung.expect = entry.expect.text();
    if (const Launch* main = main_launch(launches, timed.counted)) rung.main = *main;
    for (const Launch& launch : launches) rung.kernels += launch.count;
    return rung;
}

/// Formats the columns with measured times.
std::string times_of(const std::optional<Speedup>& speedup) {
    if (!speedup) return fmt::format(" {:>9} {:>8} {:>6}", "", "", "");
    return fmt::format(" {:>9} {:>8} {:>6}", format_time(speedup->student_ms), format_speedup(speedup->ratio),
                       format_share(speedup->of_limit));
}

void print_header(const Lab& lab, const SpeedBenchmark& benchmark, const Backend& backend) {
    std::cout << fmt::format("{} on {}: {}\nlimit {} at the {}, lower bound {}\n\n", lab.id,
                             backend.device().name, benchmark.case_name(), format_time(benchmark.limit().ms),
                             benchmark.limit().name, format_time(benchmark.floor_ms()))
              << fmt::format("{:<24} {:>9} {:>8} {:>6}{}  {}\n", "rung", "time", "speedup", "limit",
                             counts_header(lab), "outcome");
}

void print_row(const Lab& lab, const LabProgram& entry, const LabGrade& grade) {
    std::string outcome = outcome_in_words(grade, entry.expect);
    // If a build was not timed or not counted, print the reason.
    const Step* fast = grade.find("fast");
    if (!grade.speedup && grade.counted.empty())
        outcome += failure_reason(grade);
    else if (!grade.speedup && fast != nullptr && fast->status == Status::fail)
        outcome += ": " + printable(sentence(fast->message));
    std::cout << fmt::format("{:<24}{}{}{}  {}\n", entry.name, times_of(grade.speedup), shape_of(grade),
                             counts_of(lab, grade), outcome)
              << std::flush;
}

/// Times the lab's reference implementations and the requested entries of the ladder in a benchmark, without
/// grading them.
class LadderTimer {
public:
    LadderTimer(Context& context, const Lab& lab, SpeedBenchmark& benchmark)
        : context_(context), lab_(lab), benchmark_(benchmark) {}

    [[nodiscard]] std::vector<PeerResult> peers() {
        std::vector<PeerResult> results;
        for (const Peer& peer : lab_.manifest.peers) {
            const CompileJob job = as_peer(job_of(lab_.solutions / "peers" / peer.file), peer.libraries);
            const TimedBuild timed = time(peer.title, job, peer.checked ? SpotChecks::on : SpotChecks::off);
            if (timed.speedup)
                results.push_back({peer.name(), peer.title, timed.speedup->student_ms, timed.speedup->ratio});
        }
        return results;
    }

    [[nodiscard]] std::vector<RungResult> rungs(const std::vector<TimedEntry>& entries) {
        std::vector<RungResult> results;
        for (const TimedEntry& graded : entries) {
            const TimedBuild timed = time(graded.entry.name, job_of(graded.entry.source), SpotChecks::on);
            if (timed.speedup) results.push_back(result_of(graded, *timed.speedup, timed.launches));
        }
        return results;
    }

private:
    [[nodiscard]] CompileJob job_of(const std::filesystem::path& source) const {
        return context_.backend().compile_job(source, lab_, {});
    }

    TimedBuild time(const std::string& name, const CompileJob& job, SpotChecks spot_checks) {
        context_.status().show(name + ": timing");
        TimedBuild timed = time_build(context_.backend(), lab_, benchmark_, job,
                                      {lab_.manifest.speed.budget_s / 3, 1, spot_checks});
        context_.status().clear();
        std::cout << fmt::format("{:<24}{}  {}\n", name, times_of(timed.speedup),
                                 printable(sentence(timed.failure)))
                  << std::flush;
        return timed;
    }

    Context& context_;
    const Lab& lab_;
    SpeedBenchmark& benchmark_;
};

/// Returns the times of @p benchmark as a case called @p name.
CaseResult case_result(const std::string& name, const SpeedBenchmark& benchmark) {
    return {name, benchmark.sizes(), benchmark.limit().ms, benchmark.floor_ms(), {}, {}};
}

/// Times the [[measured]] cases: the builds of @p graded that can be timed, and the reference
/// implementations, at other sizes.
void measure_further(Context& context, const Lab& lab, std::uint64_t seed,
                     const std::vector<TimedEntry>& graded, std::vector<CaseResult>& cases) {
    for (const Case& further : lab.manifest.measured) {
        const kernelsmith::Sizes sizes = further.draw(seed);
        const std::unique_ptr<SpeedBenchmark> benchmark =
            make_benchmark(context.backend(), lab, seed, &sizes);
        std::cout << fmt::format("\n{}: limit {}\n", further.name, format_time(benchmark->limit().ms));
        CaseResult& measured = cases.emplace_back(case_result(further.name, *benchmark));
        LadderTimer beside(context, lab, *benchmark);
        measured.rungs = beside.rungs(graded);
        measured.peers = beside.peers();
    }
}

/// Writes @p cases into the record of this GPU, and returns whether it did. All numbers of a case are from
/// one run, with one baseline and one limit, so no row of an earlier run can be kept: if anything is missing
/// now, including what @p untimed names, nothing is written.
bool record(Context& context, const Lab& lab, const Ceilings& ceilings, std::vector<CaseResult> cases,
            std::vector<std::string> untimed) {
    const DeviceFacts& device = context.backend().device();
    const std::filesystem::path file = results_file(context.course().root(), device.slug);
    Results results = read_results(file);
    for (const std::string& missing : missing_results(lab, results.labs[lab.id], cases))
        if (std::find(untimed.begin(), untimed.end(), missing) == untimed.end()) untimed.push_back(missing);
    if (!untimed.empty()) {
        std::cout << fmt::format("\nnothing was written, because these have no time: {}\nFix them, or "
                                 "declare their outcome in lab.toml, and record again.\n",
                                 fmt::join(untimed, ", "));
        return false;
    }
    results.device = device.name;
    results.driver = device.driver;
    results.toolkit = device.runtime;
    results.ceilings = ceilings;
    results.labs[lab.id] = std::move(cases);
    write_results(file, results);
    write_stale_blocks(context.course());
    std::cout << fmt::format("\nwritten: docs/results/{}.json and the tables generated from it\n",
                             device.slug);
    return true;
}

ExitStatus run_ladder(const LadderOptions& options, const Invocation& call) {
    require_solutions(options, "ladder");
    Context context(options, call.places);
    const Lab& lab = context.timed_lab();
    const Backend& backend = context.backend();
    if (!backend.availability().usable)
        throw EnvironmentError(
            fmt::format("Cannot measure a ladder: {}.", sentence(backend.availability().reason)));
    const std::unique_ptr<DeviceLock> lock = context.lock_device();
    const std::uint64_t seed = options.seed.value_or(secret_seed());
    if (const Message why = backend.why_untimed(); !why.empty()) {
        if (options.record)
            throw UsageError(fmt::format("--record needs measured times: {}.", sentence(why)));
        return modelled_ladder(context, lab, seed);
    }
    const ThresholdsInUse thresholds = context.thresholds_of(lab)();
    const std::unique_ptr<SpeedBenchmark> benchmark = make_benchmark(backend, lab, seed);
    print_header(lab, *benchmark, backend);

    std::vector<RungResult> rungs;
    std::vector<TimedEntry> timed;
    std::vector<std::string> untimed;
    bool as_expected = true;
    for (const LabProgram& entry : lab_programs(lab)) {
        GradeRequest request;
        request.source = entry.source;
        request.seed = seed;
        request.benchmark = benchmark.get();
        request.thresholds = [&] { return thresholds; };
        request.progress = [&](const std::string& what) { context.status().show(entry.name + ": " + what); };
        const LabGrade grade = grade_lab(backend, lab, request);
        context.status().clear();
        print_row(lab, entry, grade);
        if (grade.speedup) {
            timed.push_back({entry, grade.counted});
            rungs.push_back(result_of(timed.back(), *grade.speedup, grade.launches));
            rungs.back().counted = grade.counters;
        } else if (entry.expect.is_timed()) {
            untimed.push_back(fmt::format("{} ({})", entry.name, benchmark->case_name()));
        }
        as_expected = as_expected && outcome_of(grade) == expected_outcome(grade, entry.expect);
    }
    std::vector<CaseResult> cases = {case_result(benchmark->case_name(), *benchmark)};
    cases.front().rungs = std::move(rungs);
    cases.front().peers = LadderTimer(context, lab, *benchmark).peers();
    measure_further(context, lab, seed, timed, cases);
    if (options.record)
        as_expected =
            record(context, lab, benchmark->ceilings(), std::move(cases), std::move(untimed)) && as_expected;
    return as_expected ? ExitStatus::passed : ExitStatus::not_passed;
}

} // namespace

Command ladder_command() {
    return command<LadderOptions>("ladder",
                                  "Time and count every rung from the baseline to the fastest, as a table",
                                  run_ladder);
}

} // namespace grader
