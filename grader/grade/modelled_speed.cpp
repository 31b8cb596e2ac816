#include "grade/modelled_speed.h"

#include <algorithm>

#include <fmt/core.h>

#include "child/kernel_name.h"
#include "course/score.h"
#include "errors.h"
#include "grade/call_totals.h"
#include "grade/device_thresholds.h"
#include "grade/modelled_part.h"
#include "grade/speed_step.h"
#include "grade/unknown_gpu.h"
#include "secrets.h"
#include "verify/problem_module.h"

namespace grader {
namespace {

/// What is wrong with @p call, of what @p whose names; empty: nothing.
std::string fault_of(const ModelledCall& call, const std::string& whose) {
    if (!call.fault.empty())
        return fmt::format("the call of {} that was modelled did not come to its end: {}", whose, call.fault);
    if (!call.wrong.empty())
        return fmt::format("the result of {} is wrong at the modelled size: {}", whose, call.wrong);
    return {};
}

/// Why there is no time of @p call that could be used, beside what is wrong with it; empty: there is one.
std::string why_timeless(const ModelledCall& call, const std::string& whose) {
    if (call.time.ms > 0) return {};
    return fmt::format("{} launched no kernel at the modelled size whose time could be told", whose);
}

/// @p lab, with no more time for a call on the simulator than somebody waits for a grade: a slow build may take many times as
/// long to model as the baseline.
Lab with_patience(const Lab& lab) {
    constexpr double patience_s = 60;
    Lab patient = lab;
    Limits& limits = patient.manifest.limits;
    const double stretch = simulated_limits(limits).wall_s / limits.wall_s;
    limits.wall_s = std::min(limits.wall_s, patience_s / stretch);
    return patient;
}

Launch launch_of(const SeenLaunch& seen) {
    const auto count = [&](const char* counter) {
        const auto found = seen.counts.find(counter);
        return found == seen.counts.end() ? 0.0 : found->second;
    };
    constexpr double percent = 100;
    Launch launch;
    launch.kernel = kernel_name(seen.kernel);
    launch.symbol = seen.symbol;
    launch.grid = seen.grid;
    launch.block = seen.block;
    launch.registers = static_cast<int>(count("launch__registers_per_thread"));
    launch.shared_bytes = static_cast<std::size_t>(count("launch__shared_mem_per_block_static") +
                                                   count("launch__shared_mem_per_block_dynamic"));
    launch.occupancy = count("sm__maximum_warps_per_active_cycle_pct") / percent;
    return launch;
}

/// @p seen, one for each kernel and shape.
std::vector<Launch> launches_of(const std::vector<SeenLaunch>& seen) {
    std::vector<Launch> launches;
    for (const SeenLaunch& one : seen) {
        const Launch now = launch_of(one);
        const auto known = std::find_if(launches.begin(), launches.end(), [&](const Launch& other) {
            return other.symbol == now.symbol && other.grid == now.grid && other.block == now.block &&
                   other.shared_bytes == now.shared_bytes;
        });
        if (known == launches.end())
            launches.push_back(now);
        else
            ++known->count;
    }
    return launches;
}

/// A build that launches nothing that is seen has nothing whose time could be modelled.
std::optional<LaunchGap> gap_in(const std::vector<Launch>& launches) {
    LaunchLog log;
    log.kept = true;
    log.silent = launches.empty();
    return log.gap();
}

Speedup speedup_of(const Backend& backend, const Lab& lab, const ThresholdsInUse& thresholds,
                   double baseline_ms, double student_ms) {
    const TimeModel model = backend.time_model();
    const Threshold threshold = in_force(thresholds, 0);
    Speedup speedup;
    speedup.modelled = model.device;
    speedup.ratio = baseline_ms / student_ms;
    const double error = std::max(model.speedup_error, lab.manifest.modelled.error);
    speedup.low = speedup.ratio / (1 + error);
    speedup.high = speedup.ratio * (1 + error);
    speedup.threshold = threshold.pass;
    speedup.full = threshold.full;
    speedup.known = threshold.known;
    speedup.in_use = thresholds;
    speedup.where = call({speedup.ratio, speedup.low, speedup.high}, threshold.pass);
    speedup.baseline_ms = baseline_ms;
    speedup.student_ms = student_ms;
    speedup.case_name = modelled_case(backend, lab);
    return speedup;
}

void judge_model(Step& step, const Speedup& speedup) {
    if (speedup.in_use.source == ThresholdSource::unknown)
        return judge_on_unknown_gpu(step, speedup, speedup.ratio);
    const std::string told =
        fmt::format("{:.2f} times the baseline, modelled for {}", speedup.ratio, speedup.modelled);
    if (speedup.where == Call::straddles) {
        step.status = Status::not_measured;
        step.message = fmt::format(
            "too close for a model: {}; it may be {:.2f} to {:.2f} times, and {:g} times are needed", told,
            speedup.low, speedup.high, speedup.threshold);
        return;
    }
    step.status = speedup.where == Call::above ? Status::pass : Status::fail;
    step.message = fmt::format("{}; {:g} times are needed", told, speedup.threshold);
    step.points =
        speed_points(speedup.ratio, {speedup.known, speedup.threshold, speedup.full}, step.max_points);
}

} // namespace

std::string why_not_modelled(const Backend& backend, const Lab& lab) {
    if (const TimeModel model = backend.time_model(); !model.why_none.empty()) return model.why_none;
    return lab.manifest.modelled.parts > 0
               ? ""
               : "the lab has no size at which its time is modelled ([modelled] in lab.toml)";
}

std::string why_no_speed(const Backend& backend, const Lab& lab) {
    if (backend.why_untimed().empty()) return {};
    const std::string why = why_not_modelled(backend, lab);
    return why.empty() ? lab.manifest.modelled.no_speed : why;
}

void ModelledBaseline::begin() const {
    std::call_once(begun_, [&] {
        call_ = std::async(std::launch::async, [&] {
                    return model_call(backend_, lab_, built_baseline(backend_, lab_), modelled_seed);
                }).share();
    });
}

const ModelledCall& ModelledBaseline::call() const {
    begin();
    return call_.get();
}

ModelledBuild model_build(const Backend& backend, const Lab& lab, const std::filesystem::path& object,
                          const ModelledBaseline& baseline, const ThresholdsInUse& thresholds,
                          std::uint64_t seed) {
    baseline.begin();
    const ModelledCall call = model_call(backend, with_patience(lab), object, seed);
    ModelledBuild build;
    build.failure = fault_of(call, "this build");
    build.at_fault = !build.failure.empty();
    if (build.failure.empty()) build.failure = why_timeless(call, "this build");
    if (build.failure.empty()) build.failure = fault_of(baseline.call(), "the baseline");
    if (build.failure.empty()) build.failure = why_timeless(baseline.call(), "the baseline");
    if (!build.failure.empty()) return build;
    build.launches = launches_of(call.launches);
    build.limited_by = limiter_of(call).sentence;
    build.speedup = speedup_of(backend, lab, thresholds, baseline.call().time.ms, call.time.ms);
    return build;
}

std::string modelled_case(const Backend& backend, const Lab& lab) {
    const std::string sizes =
        load_problem(lab.module).describe(lab.manifest.modelled.sizes.draw(modelled_seed));
    const unsigned parts = modelled_run(backend.time_model(), lab, modelled_seed).parts;
    return parts == 1 ? sizes : fmt::format("one of {} equal parts of the GPU, {}", parts, sizes);
}

void model_speed(const Backend& backend, const Lab& lab, const std::filesystem::path& object,
                 const GradeRequest& request, const ThresholdsInUse& thresholds, LabGrade& grade) {
    Step step{"fast", Status::not_measured, "", {}, 0, lab.manifest.worth("fast")};
    if (grade.by_others) {
        step.status = Status::fail;
        step.message = "the kernels do not compute the results, so their modelled times say nothing";
        grade.steps.push_back(std::move(step));
        return;
    }
    // Whose inputs are known could be answered from a table. A stranger's are secret.
    const std::uint64_t seed =
        backend.isolation().insisted ? derive(request.seed, "modelled") : modelled_seed;
    std::optional<ModelledBaseline> own;
    if (request.baseline == nullptr) own.emplace(backend, lab);
    const ModelledBuild build =
        model_build(backend, lab, object, own ? *own : *request.baseline, thresholds, seed);
    if (build.speedup) {
        grade.speedup = build.speedup;
        grade.launches = build.launches;
        grade.launch_gap = gap_in(build.launches);
        grade.launches_of.clear();
        judge_model(step, *build.speedup);
        if (!build.limited_by.empty()) step.details.push_back(build.limited_by);
        if (const std::string remark = remark_on_thresholds(*build.speedup); !remark.empty())
            step.details.push_back(remark);
    } else {
        if (build.at_fault) step.status = Status::fail;
        step.message = build.failure;
    }
    grade.steps.push_back(std::move(step));
}

} // namespace grader
