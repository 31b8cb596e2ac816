#include "grading/steps/modelled_speed.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/errors.h"
#include "base/secrets.h"
#include "course/score.h"
#include "grading/channel/kernel_name.h"
#include "grading/grade/executed_code.h"
#include "grading/measure/data_floor.h"
#include "grading/messages/counts.h"
#include "grading/messages/speed.h"
#include "grading/model/call_totals.h"
#include "grading/model/modelled_part.h"
#include "grading/steps/clean_step.h"
#include "grading/steps/computed_on_host.h"
#include "grading/steps/device_thresholds.h"
#include "grading/steps/modelled_gates.h"
#include "grading/steps/speed_step.h"
#include "grading/verify/problem_module.h"

namespace grader {
namespace {

/// Returns the instruction limit of a build as a multiple of the instructions of the @p baseline. With more
/// of them it would earn no points, even if the GPU issued one in every cycle: it would not be faster than @p
/// known, where points begin. A higher limit for a baseline that issues almost no instructions would take the
/// simulator hours.
unsigned max_instruction_ratio(const CachedTime& baseline, double known) {
    constexpr double at_least = 3;
    constexpr double at_most = 32;
    constexpr double where_unknown = 8;
    constexpr double ptx_per_machine_instruction = 2; // upper bound, over a kernel
    if (baseline.issue_share <= 0) return static_cast<unsigned>(where_unknown);
    const double too_slow = std::ceil(ptx_per_machine_instruction / (known * baseline.issue_share));
    return static_cast<unsigned>(std::clamp(too_slow, at_least, at_most));
}

Launch launch_of(const ObservedLaunch& observed) {
    const auto count = [&](const char* counter) {
        const auto found = observed.counts.find(counter);
        return found == observed.counts.end() ? 0.0 : found->second;
    };
    constexpr double percent = 100;
    Launch launch;
    launch.kernel = kernel_name(observed.kernel);
    launch.symbol = observed.symbol;
    launch.grid = observed.grid;
    launch.block = observed.block;
    launch.registers = static_cast<int>(count("launch__registers_per_thread"));
    launch.shared_bytes = static_cast<std::size_t>(count("launch__shared_mem_per_block_static") +
                                                   count("launch__shared_mem_per_block_dynamic"));
    launch.occupancy = count("sm__maximum_warps_per_active_cycle_pct") / percent;
    return launch;
}

/// Returns @p observed, one launch for each kernel and shape.
std::vector<Launch> launches_of(const std::vector<ObservedLaunch>& observed) {
    std::vector<Launch> launches;
    for (const ObservedLaunch& one : observed) {
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

/// A build without a detected launch has no time to model.
std::optional<LaunchLogGap> gap_in(const std::vector<Launch>& launches) {
    LaunchLog log;
    log.kept = true;
    log.has_silent_call = launches.empty();
    return log.gap();
}

Speedup speedup_of(const Backend& backend, const Lab& lab, const ThresholdsInUse& thresholds,
                   double baseline_ms, double student_ms) {
    const TimeModel model = backend.time_model();
    const Threshold threshold = effective_threshold(thresholds, 0);
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
    const double band = 1 + thresholds.band;
    speedup.where =
        compare_to_threshold({speedup.ratio, speedup.low / band, speedup.high * band}, threshold.pass);
    speedup.baseline_ms = baseline_ms;
    speedup.student_ms = student_ms;
    speedup.case_name = modelled_case(backend, lab);
    return speedup;
}

} // namespace

void judge_model(Step& step, const Speedup& speedup) {
    step.status = speedup.where == ThresholdSide::above       ? Status::pass
                  : speedup.where == ThresholdSide::straddles ? Status::too_close
                                                              : Status::fail;
    step.message = {speedup.where == ThresholdSide::straddles ? messages::modelled_too_close
                                                              : messages::speedup,
                    {{"ratio", speedup.ratio}, {"model", speedup.modelled}, {"needed", speedup.threshold}}};
    if (speedup.where == ThresholdSide::straddles) {
        step.message.add({"low", speedup.low});
        step.message.add({"high", speedup.high});
    }
    step.points = speed_points(speedup.ratio * (1 + speedup.in_use.band),
                               {speedup.known, speedup.threshold, speedup.full}, step.max_points);
}

Message why_not_modelled(const Backend& backend, const Lab& lab) {
    if (const TimeModel model = backend.time_model(); !model.why_none.empty()) return model.why_none;
    return lab.manifest.modelled.parts > 0 ? Message() : Message(messages::no_modelled_size);
}

Message why_no_speed(const Backend& backend, const Lab& lab) {
    if (backend.why_untimed().empty()) return {};
    Message why = why_not_modelled(backend, lab);
    const std::string& no_speed = lab.manifest.modelled.no_speed;
    return why.empty() && !no_speed.empty() ? verbatim(no_speed) : why;
}

std::unique_ptr<ModelledBaseline> make_shared_modelled_baseline(const Backend& backend, const Lab& lab) {
    const bool modelled = lab.manifest.has_timed_cases() && backend.availability().usable &&
                          !backend.why_untimed().empty() && why_not_modelled(backend, lab).empty();
    return modelled ? std::make_unique<ModelledBaseline>(backend, lab) : nullptr;
}

ModelledBuild model_build(const Backend& backend, const Build& build, const ModelledBaseline& baseline,
                          const ThresholdsInUse& thresholds, const ModelledSeeds& draw) {
    const Lab& lab = build.lab;
    ModelledBuild modelled;
    // If the machine cannot model the baseline, that may be why this build has no time either.
    modelled.failure = baseline.failure();
    if (!modelled.failure.empty()) return modelled;
    const unsigned most = max_instruction_ratio(baseline.time(), thresholds.threshold.known);
    const auto limit = static_cast<std::uint64_t>(most * baseline.time().instructions);
    const ModelledCall compare_to_threshold = model_call(backend, build, draw, Instrumentation::time, limit);
    if (compare_to_threshold.over_limit)
        modelled.failure = {messages::too_many_instructions, {{"times", most}}};
    else
        modelled.failure = compare_to_threshold.why_no_time(messages::this_build);
    const double floor_ms =
        data_floor_ms(backend.device(),
                      load_problem(lab.module).layout(lab.manifest.timed.front().draw(draw.inputs)).work);
    if (modelled.failure.empty() && compare_to_threshold.time.ms < floor_ms)
        modelled.failure = {messages::modelled_faster_than_memory,
                            {{"ms", compare_to_threshold.time.ms}, {"least", floor_ms}}};
    modelled.at_fault = !modelled.failure.empty();
    if (modelled.at_fault) return modelled;
    modelled.launches = launches_of(compare_to_threshold.launches);
    modelled.counted = compare_to_threshold.counted;
    modelled.limited_by = limiter_of(compare_to_threshold).parts;
    modelled.speedup = speedup_of(backend, lab, thresholds, baseline.time().ms, compare_to_threshold.time.ms);
    return modelled;
}

std::string modelled_case(const Backend& backend, const Lab& lab) {
    const Case& timed = lab.manifest.timed.front();
    const kernelsmith::Sizes whole = timed.draw(modelled_seed);
    std::vector<std::string> others;
    for (const auto& [name, size] : lab.manifest.modelled.sizes.draw(modelled_seed))
        if (size != whole.at(name)) others.push_back(fmt::format("{} {}", name, size));
    const TimeModel times = backend.time_model();
    const double parts = modelled_run(times, lab, modelled_seed).parts;
    std::string text = timed.name;
    if (parts > 1 && parts == std::round(parts))
        text += fmt::format(", from a call on one of {:.0f} equal parts of the GPU", parts);
    else if (parts > 1)
        text += fmt::format(", from a call on {:.0f} of the GPU's {} SMs", times.multiprocessors / parts,
                            times.multiprocessors);
    if (parts == 1 && !others.empty()) text += ", from a call";
    return others.empty() ? text : fmt::format("{} with {}", text, fmt::join(others, ", "));
}

void model_speed(const Backend& backend, const Build& build, const GradeRequest& request,
                 const ThresholdsInUse& thresholds, LabGrade& grade) {
    const Lab& lab = build.lab;
    Step step{"fast", Status::not_measured, {}, {}, 0, lab.manifest.max_points("fast")};
    if (thresholds.source == ThresholdSource::none) {
        step.message = messages::no_thresholds;
        grade.steps.push_back(std::move(step));
        return;
    }
    if (grade.evidence.work_on_host) {
        step.status = Status::fail;
        step.message = messages::computed_outside_kernels;
        grade.steps.push_back(std::move(step));
        return;
    }
    // Public inputs could be answered from a table, and blocks that are known to be sampled could do less
    // work than the others. For untrusted code both are secret.
    ModelledSeeds draw;
    if (backend.isolation().is_strict)
        draw = {derive(request.seed, "modelled"), derive(request.seed, "followed blocks")};
    std::optional<ModelledBaseline> own;
    if (request.baseline == nullptr) own.emplace(backend, lab);
    const ModelledBuild modelled =
        model_build(backend, build, own ? *own : *request.baseline, thresholds, draw);
    if (const auto others =
            modelled.speedup ? computed_on_host(lab.manifest, modelled.counted) : std::nullopt) {
        grade.evidence.work_on_host = true;
        step.status = Status::fail;
        step.message = {messages::in_modelled_call, {{"what", *others}}};
        step.details.emplace_back(messages::kernels_compute);
    } else if (modelled.speedup) {
        grade.speedup = modelled.speedup;
        grade.launches = modelled.launches;
        grade.evidence.launch_gap = gap_in(modelled.launches);
        const DrawnCase drawn{lab.manifest.timed.front().name, lab.manifest.modelled.sizes.draw(draw.inputs),
                              draw.inputs};
        check_modelled_lines(backend, build, request,
                             executed_code(modelled.counted.observed, request.source), drawn, grade);
        if (!grade.evidence.launch_gap)
            grade.evidence.launch_gap =
                modelled_call_difference(lab.manifest, request.source, grade, modelled.counted,
                                         backend.is_reference_device());
        grade.launches_of.clear();
        judge_model(step, *modelled.speedup);
        if (!modelled.limited_by.empty()) step.details.push_back(modelled.limited_by);
        for (Message& remark : remarks_on_thresholds(*modelled.speedup))
            step.details.push_back(std::move(remark));
    } else {
        if (modelled.at_fault) step.status = Status::fail;
        step.message = modelled.failure;
    }
    grade.steps.push_back(std::move(step));
}

} // namespace grader
