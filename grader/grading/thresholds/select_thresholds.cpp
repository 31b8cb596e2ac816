#include "grading/thresholds/select_thresholds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/errors.h"
#include "grading/thresholds/measure.h"
#include "grading/thresholds/predicted.h"
#include "grading/thresholds/threshold_store.h"

namespace grader::thresholds {
namespace {

bool has_clock(const Backend& backend) {
    return backend.availability().usable && backend.why_untimed().empty();
}

bool has_solution(const Lab& lab) { return std::filesystem::exists(lab.solutions / "student.cu"); }

/// Returns whether thresholds can be measured: only the device's own, not those of a GPU that `--device`
/// names.
bool can_be_measured(const Backend& backend, const Lab& lab) {
    return has_clock(backend) && has_solution(lab) && backend.device().thresholds == backend.device().slug;
}

ThresholdsInUse measure_here(const Backend& backend, const Lab& lab, const ThresholdSelection& choice) {
    Request request;
    request.seed = choice.seed;
    request.progress = [&](const std::string& what) {
        choice.progress(fmt::format("measuring thresholds for {}, once; {}", backend.device().name, what));
    };
    const LabTimes times = measure(backend, lab, programs_of(lab), request);
    const SpeedRule& speed = lab.manifest.speed;
    const Threshold threshold = derive_threshold(ratios_of(measured_speedups(times), limit_of(times)),
                                                 {speed.reference, speed.thresholds.at(speed.reference)});
    ThresholdStore(choice.course_root, backend.device()).store(lab, threshold, request.min_grades);
    return {ThresholdSource::here, backend.device().slug, threshold, request.min_grades};
}

[[noreturn]] void refuse(const Backend& backend, const Lab& lab, ThresholdSource forced) {
    std::vector<std::string> measured;
    for (const auto& [slug, threshold] : lab.manifest.speed.thresholds) measured.push_back(slug);
    if (forced == ThresholdSource::measured)
        throw UsageError(fmt::format("{} has no recorded thresholds for {} ({}); it has those for {}.",
                                     lab.id, backend.device().name, backend.device().thresholds,
                                     fmt::join(measured, ", ")));
    if (forced == ThresholdSource::predicted)
        throw UsageError(
            fmt::format("--thresholds predicted: {} has no modelled calls for {}, from which thresholds "
                        "are predicted.",
                        lab.id, backend.device().thresholds));
    throw UsageError(fmt::format("--thresholds here: {} has no thresholds that were measured on this "
                                 "machine, and none can be measured: {}.",
                                 lab.id,
                                 !has_clock(backend)  ? "there is no GPU to measure on"
                                 : !has_solution(lab) ? "this course does not include the solutions"
                                                      : "--device names another GPU"));
}

/// Returns predicted thresholds. Refuses recorded ones, which a lab without modelled calls has in their place, if
/// predicted ones are requested.
ThresholdsInUse predict(const Backend& backend, const Lab& lab, const ThresholdSelection& choice) {
    const ThresholdsInUse found = predicted_thresholds(backend, lab, choice);
    if (choice.forced && found.source == ThresholdSource::measured) refuse(backend, lab, *choice.forced);
    return found;
}

} // namespace

std::optional<ThresholdsInUse> available_thresholds(const Backend& backend, const Lab& lab,
                                                    const ThresholdSelection& choice) {
    const auto may_be = [&](ThresholdSource source) { return !choice.forced || choice.forced == source; };
    const SpeedRule& speed = lab.manifest.speed;
    // A rough model's error cancels if thresholds and grade are both from the model.
    const bool roughly_modelled = backend.name() == "sim" && !backend.time_model().measured;
    if (choice.forced ? choice.forced == ThresholdSource::measured : !roughly_modelled)
        if (const ThresholdsInUse recorded = speed.recorded_for(backend.device().thresholds);
            recorded.source == ThresholdSource::measured)
            return recorded;
    if (may_be(ThresholdSource::here)) {
        if (has_clock(backend) && backend.device().thresholds == backend.device().slug)
            if (const auto kept = ThresholdStore(choice.course_root, backend.device()).find(lab)) return kept;
        if (can_be_measured(backend, lab)) return std::nullopt;
    }
    if (!may_be(ThresholdSource::predicted)) refuse(backend, lab, *choice.forced);
    if (must_be_calibrated(backend, lab, choice)) return std::nullopt;
    return predict(backend, lab, choice);
}

ThresholdsInUse select_thresholds(const Backend& backend, const Lab& lab, const ThresholdSelection& choice) {
    const auto now = available_thresholds(backend, lab, choice);
    if (now) return *now;
    const bool here = choice.forced != ThresholdSource::predicted && can_be_measured(backend, lab);
    return here ? measure_here(backend, lab, choice) : predict(backend, lab, choice);
}

} // namespace grader::thresholds
