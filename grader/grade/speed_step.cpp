#include "grade/speed_step.h"

#include <fmt/core.h>

#include "course/score.h"
#include "errors.h"
#include "verify/problem_module.h"

namespace grader {
namespace {

void judge_speedup(Step& step, const Speedup& speedup, Call where) {
    const std::string measured =
        fmt::format("{:.2f} times the baseline; {:g} times are needed", speedup.ratio, speedup.threshold);
    switch (where) {
        case Call::above:
            step.status = Status::pass;
            step.message = measured;
            break;
        case Call::below:
            step.status = Status::fail;
            step.message = measured;
            break;
        case Call::straddles:
            step.status = Status::too_close;
            step.message = measured + ": too close to call, which counts as passed";
            break;
    }
    step.points = speed_points(speedup.high, speedup.full, step.max_points);
}

/// What the timed runs of a build came to.
struct Timed {
    Measurement measurement; ///< the last one
    Speedup speedup;         ///< of the pairs of all measurements; nothing where one was wrong
};

Timed time_at_one_size(Arena& arena, const Backend& backend, const Lab& lab,
                       const std::filesystem::path& object, const GradeRequest& request) {
    const SpeedRule& rule = lab.manifest.speed;
    const std::string& slug = backend.device().thresholds;
    Timed timed;
    timed.measurement = arena.measure(object, rule.budget_s);
    if (!timed.measurement.wrong.empty()) return timed;
    std::vector<Pair> pairs = timed.measurement.pairs;
    timed.speedup = summarize(arena, pairs, rule, slug);
    const Speedup& first = timed.speedup;
    if (call({first.ratio, first.low, first.high}, first.threshold) != Call::straddles) return timed;
    // Once more in a fresh process, because where its memory lies is part of the noise.
    request.progress(fmt::format("{}: close to the threshold, measuring again", lab.id));
    const LaunchLog launched = timed.measurement.launches;
    timed.measurement = arena.measure(object, rule.budget_s);
    timed.measurement.launches.add(launched);
    pairs.insert(pairs.end(), timed.measurement.pairs.begin(), timed.measurement.pairs.end());
    timed.speedup = summarize(arena, pairs, rule, slug);
    return timed;
}

/// On a device that is shared with others, what was free may be taken a moment later.
Timed time_where_it_fits(Arena& arena, const Backend& backend, const Lab& lab,
                         const std::filesystem::path& object, const GradeRequest& request) {
    while (true) {
        try {
            return time_at_one_size(arena, backend, lab, object, request);
        } catch (const TooLittleMemory&) {
            request.progress(fmt::format("{}: too little memory is free, trying a smaller case", lab.id));
            if (!arena.use_smaller_case()) throw;
        }
    }
}

Secrets secrets_of(const GradeRequest& request) {
    return request.replayed ? Secrets(request.seed) : Secrets();
}

} // namespace

std::unique_ptr<Arena> make_arena(const Backend& backend, const Lab& lab, std::uint64_t seed,
                                  const kernelsmith::Sizes* sizes, Secrets secrets) {
    const CompileResult baseline = compile(backend.compile_job(lab.baseline(), lab, {}));
    if (!baseline.ok)
        throw EnvironmentError(
            fmt::format("the baseline of {} does not compile here:\n{}", lab.id, baseline.log));
    return std::make_unique<Arena>(backend, lab, load_problem(lab.module), baseline.object, seed, sizes,
                                   std::move(secrets));
}

std::pair<std::string, Threshold> threshold_for(const SpeedRule& rule, const std::string& slug) {
    if (const auto own = rule.thresholds.find(slug); own != rule.thresholds.end()) return *own;
    return *rule.thresholds.find(rule.reference);
}

Speedup summarize(const Arena& arena, const std::vector<Pair>& pairs, const SpeedRule& rule,
                  const std::string& slug) {
    std::vector<double> ratios;
    std::vector<double> baseline;
    std::vector<double> student;
    for (const Pair& pair : pairs) {
        ratios.push_back(pair.ratio());
        baseline.push_back(pair.baseline_ms);
        student.push_back(pair.student_ms);
    }
    const Interval interval = median_interval(ratios);
    const auto [from, threshold] = threshold_for(rule, slug);
    Speedup speedup;
    speedup.ratio = interval.median;
    speedup.low = interval.low;
    speedup.high = interval.high;
    speedup.threshold = threshold.pass;
    speedup.full = threshold.full;
    speedup.thresholds_from = from;
    speedup.baseline_ms = median(baseline);
    speedup.student_ms = median(student);
    speedup.limit_ms = arena.limit().ms;
    speedup.of_limit = speedup.limit_ms / speedup.student_ms;
    speedup.limit = arena.limit().name;
    speedup.case_name = arena.case_name();
    speedup.pairs = pairs.size();
    return speedup;
}

void measure_speed(const Backend& backend, const Lab& lab, const std::filesystem::path& object,
                   const GradeRequest& request, LabGrade& grade) {
    Step step{"fast", Status::fail, "", {}, 0, lab.manifest.score.fast};
    const auto finish = [&] { grade.steps.push_back(std::move(step)); };
    try {
        std::unique_ptr<Arena> own;
        if (request.arena == nullptr)
            own = make_arena(backend, lab, request.seed, nullptr, secrets_of(request));
        Arena& arena = own == nullptr ? *request.arena : *own;
        const auto [measurement, speedup] = own == nullptr
                                                ? time_at_one_size(arena, backend, lab, object, request)
                                                : time_where_it_fits(*own, backend, lab, object, request);
        if (!arena.why_smaller().empty()) step.details.push_back(arena.why_smaller());
        if (!measurement.wrong.empty()) {
            step.message = fmt::format("the result is wrong at the timed size, {}", arena.case_name());
            step.details.push_back(measurement.wrong);
            return finish();
        }
        grade.launches = measurement.launches.launches;
        grade.launch_gap = measurement.launches.gap();
        grade.launches_of.clear();
        if (speedup.student_ms < arena.floor_ms()) {
            step.message =
                fmt::format("{:.4f} ms is less than this device needs to move the data once ({:.4f} ms), "
                            "so it is not believed",
                            speedup.student_ms, arena.floor_ms());
            return finish();
        }
        grade.speedup = speedup;
        judge_speedup(step, speedup, call({speedup.ratio, speedup.low, speedup.high}, speedup.threshold));
        if (speedup.thresholds_from != backend.device().thresholds)
            step.details.push_back(fmt::format("There are no thresholds for {} yet; these are from {}.",
                                               backend.device().name, speedup.thresholds_from));
    } catch (const RunnerDied& death) {
        step.message = fmt::format("at the timed size, {}", death.what());
    } catch (const RunnerFault& fault) {
        step.message = fmt::format("at the timed size, {}", explain(fault, lab.manifest.entry));
    }
    finish();
}

} // namespace grader
