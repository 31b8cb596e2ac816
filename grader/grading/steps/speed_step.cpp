#include "grading/steps/speed_step.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/errors.h"
#include "course/score.h"
#include "grading/backend/baseline.h"
#include "grading/messages/speed.h"
#include "grading/steps/device_thresholds.h"
#include "grading/verify/problem_module.h"

namespace grader {
namespace {

Message slowdowns_of(const Clocks& clocks) {
    return {messages::held_back,
            {{"reasons", fmt::format("{}", fmt::join(slowdown_names(clocks.slowdowns), ", "))},
             {"low", clocks.low_mhz},
             {"high", clocks.high_mhz}}};
}

/// On a shared device, memory that was free may be taken a moment later.
Measurement measure_largest_case_that_fits(SpeedBenchmark& benchmark, const Build& build,
                                           const GradeRequest& request) {
    while (true) {
        try {
            return benchmark.measure(build.object, {build.lab.manifest.speed.budget_s});
        } catch (const TooLittleMemory&) {
            request.progress(
                fmt::format("{}: too little memory is free, trying a smaller case", build.lab.id));
            if (!benchmark.use_smaller_case()) throw;
        }
    }
}

/// Returns a benchmark for @p build alone: the deadline of its runs also applies to the baseline.
std::unique_ptr<SpeedBenchmark> own_benchmark(const Backend& backend, const Build& build,
                                              const GradeRequest& request) {
    return std::make_unique<SpeedBenchmark>(backend,
                                            Build{build.lab, built_baseline(backend, build.lab),
                                                  build.limits},
                                            load_problem(build.lab.module), request.seed, nullptr,
                                            request.replayed ? Secrets(request.seed) : Secrets());
}

} // namespace

ThresholdSide side_within_band(const std::vector<Round>& rounds, double threshold, double band) {
    if (judge(rounds, threshold * (1 + band)).where == ThresholdSide::above) return ThresholdSide::above;
    if (judge(rounds, threshold / (1 + band)).where == ThresholdSide::below) return ThresholdSide::below;
    return ThresholdSide::straddles;
}

void judge_speedup(Step& step, const Speedup& speedup) {
    switch (speedup.where) {
        case ThresholdSide::above: step.status = Status::pass; break;
        case ThresholdSide::below: step.status = Status::fail; break;
        case ThresholdSide::straddles: step.status = Status::too_close; break;
    }
    step.message = {speedup.where == ThresholdSide::straddles ? messages::speedup_too_close
                                                              : messages::speedup,
                    {{"ratio", speedup.ratio}, {"needed", speedup.threshold}}};
    step.points = speed_points(speedup.high * (1 + speedup.in_use.band),
                               {speedup.known, speedup.threshold, speedup.full}, step.max_points);
}

std::unique_ptr<SpeedBenchmark> make_benchmark(const Backend& backend, const Lab& lab, std::uint64_t seed,
                                               const kernelsmith::Sizes* sizes) {
    return std::make_unique<SpeedBenchmark>(backend, build_of(lab, built_baseline(backend, lab)),
                                            load_problem(lab.module), seed, sizes);
}

std::unique_ptr<SpeedBenchmark> benchmark_where_timed(const Backend& backend, const Lab& lab,
                                                      std::uint64_t seed) {
    const bool timed = backend.availability().usable && backend.why_untimed().empty();
    return lab.manifest.has_timed_cases() && timed ? make_benchmark(backend, lab, seed) : nullptr;
}

std::vector<Message> remarks_on_thresholds(const Speedup& speedup) {
    const ThresholdsInUse& in_use = speedup.in_use;
    const Threshold& recorded = in_use.threshold;
    std::vector<Message> remarks;
    if (in_use.band > 0)
        remarks.push_back(
            {messages::predicted_thresholds, {{"gpu", in_use.gpu}, {"percent", 100 * in_use.band}}});
    if (recorded.gain > 0)
        remarks.push_back({messages::little_gain, {{"gain", recorded.gain}}});
    else if (speedup.threshold < recorded.pass)
        remarks.push_back({messages::same_shares,
                           {{"limit", speedup.baseline_ms / speedup.limit_ms},
                            {"recorded_limit", recorded.limit},
                            {"threshold", speedup.threshold},
                            {"recorded", recorded.pass}}});
    return remarks;
}

Speedup summarize(const SpeedBenchmark& benchmark, const std::vector<Round>& rounds,
                  const ThresholdsInUse& thresholds) {
    const std::vector<Pair> pairs = pairs_of(rounds);
    std::vector<double> baseline;
    std::vector<double> student;
    for (const Pair& pair : pairs) {
        baseline.push_back(pair.baseline_ms);
        student.push_back(pair.student_ms);
    }
    Speedup speedup;
    speedup.baseline_ms = median(baseline);
    speedup.student_ms = median(student);
    speedup.limit_ms = benchmark.limit().ms;
    speedup.of_limit = speedup.limit_ms / speedup.student_ms;
    speedup.limit = benchmark.limit().name;
    const Threshold here =
        effective_threshold(thresholds, speedup.limit_ms > 0 ? speedup.baseline_ms / speedup.limit_ms : 0);
    const SpeedVerdict verdict = judge(rounds, here.pass);
    speedup.where = side_within_band(rounds, here.pass, thresholds.band);
    speedup.ratio = verdict.ratio.median;
    speedup.low = verdict.ratio.low;
    speedup.high = verdict.ratio.high;
    speedup.rounds = rounds;
    speedup.baseline_spread = verdict.baseline_spread;
    speedup.threshold = here.pass;
    speedup.full = here.full;
    speedup.known = here.known;
    speedup.in_use = thresholds;
    speedup.case_name = benchmark.case_name();
    speedup.pairs = pairs.size();
    return speedup;
}

void measure_speed(const Backend& backend, const Build& build, const GradeRequest& request,
                   const ThresholdsInUse& thresholds, LabGrade& grade) {
    const Lab& lab = build.lab;
    Step step{"fast", Status::fail, {}, {}, 0, lab.manifest.score.fast};
    const auto finish = [&] { grade.steps.push_back(std::move(step)); };
    if (thresholds.source == ThresholdSource::none) {
        step.status = Status::not_measured;
        step.message = messages::no_thresholds;
        return finish();
    }
    try {
        const std::unique_ptr<SpeedBenchmark> own =
            request.benchmark == nullptr ? own_benchmark(backend, build, request) : nullptr;
        SpeedBenchmark& benchmark = own == nullptr ? *request.benchmark : *own;
        const Measurement measurement = own == nullptr
                                            ? benchmark.measure(build.object, {lab.manifest.speed.budget_s})
                                            : measure_largest_case_that_fits(*own, build, request);
        if (!benchmark.why_smaller().empty()) step.details.push_back(benchmark.why_smaller());
        if (!measurement.wrong.empty()) {
            step.message = {messages::wrong_when_timed, {{"case", benchmark.case_name()}}};
            step.details.push_back(measurement.wrong);
            return finish();
        }
        Speedup speedup = summarize(benchmark, measurement.rounds, thresholds);
        grade.launches = measurement.launches.launches;
        grade.evidence.launch_gap = measurement.launches.gap();
        grade.launches_of.clear();
        if (speedup.student_ms < benchmark.floor_ms()) {
            step.message = {messages::faster_than_memory,
                            {{"ms", speedup.student_ms}, {"least", benchmark.floor_ms()}}};
            return finish();
        }
        speedup.clocks = measurement.clocks;
        if (speedup.clocks.slowdowns != 0) step.details.push_back(slowdowns_of(speedup.clocks));
        grade.speedup = speedup;
        judge_speedup(step, speedup);
        for (Message& remark : remarks_on_thresholds(speedup)) step.details.push_back(std::move(remark));
    } catch (const RunnerDied& death) {
        step.message = {messages::failed_when_timed, {{"why", death.message}}};
    } catch (const RunnerFault& fault) {
        step.message = {messages::failed_when_timed, {{"why", explain(fault, lab.manifest.entry)}}};
    }
    finish();
}

} // namespace grader
