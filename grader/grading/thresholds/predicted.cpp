#include "grading/thresholds/predicted.h"

#include <algorithm>

#include <fmt/core.h>

#include "base/record/digits.h"
#include "grading/prediction/gpu_times.h"
#include "grading/thresholds/rule.h"

namespace grader::thresholds {
namespace {

namespace fs = std::filesystem;

constexpr int digits = 3;

/// Returns whether the device of @p backend is a GPU that calibrate can measure, and not one that `--device` names.
bool is_own_gpu(const Backend& backend) {
    return backend.name() == "gpu" && backend.availability().usable &&
           backend.device().thresholds == backend.device().slug;
}

} // namespace

Threshold predicted_threshold(const Lab& lab, const prediction::PredictedTimes& times, double band) {
    const SpeedRule& speed = lab.manifest.speed;
    Ratios ratios;
    ratios.solution = times.solution();
    if (times.known_ms > 0) ratios.known = times.known();
    Threshold threshold = derive_threshold(ratios, {speed.reference, speed.thresholds.at(speed.reference)});
    if (band == 0) return threshold;
    // One factor for the prediction, one for the judgement.
    const double both = (1 + band) * (1 + band);
    const double wanted = std::max(threshold.pass, round_to_digits(threshold.known * both, digits));
    threshold.pass = std::min({wanted, round_to_digits(ratios.solution / both, digits), threshold.full});
    threshold.known = std::min(threshold.known, threshold.pass);
    return threshold;
}

ThresholdsInUse thresholds_of_model(const GraderPaths& paths, const Lab& lab, const std::string& slug,
                                    bool same_model) {
    const prediction::LabRecord record = prediction::read_record(lab);
    if (!record.gpus.contains(slug)) return lab.manifest.speed.recorded_for(slug);
    const double band = same_model ? 0 : record.band;
    const prediction::PredictedTimes times = prediction::predicted_times(paths, lab, record, slug);
    return {ThresholdSource::predicted, slug, predicted_threshold(lab, times, band), 0, band};
}

bool must_be_calibrated(const Backend& backend, const Lab& lab, const ThresholdSelection& choice) {
    return is_own_gpu(backend) && fs::exists(prediction::record_file(lab)) &&
           !prediction::is_measured(prediction::gpu_directory(choice.course_root, backend.device().slug));
}

ThresholdsInUse predicted_thresholds(const Backend& backend, const Lab& lab,
                                     const ThresholdSelection& choice) {
    const DeviceFacts& device = backend.device();
    if (!is_own_gpu(backend))
        return thresholds_of_model(choice.places, lab, device.thresholds, backend.name() == "sim");
    const prediction::LabRecord record = prediction::read_record(lab);
    if (record.empty()) return lab.manifest.speed.recorded_for(device.slug);
    const fs::path measured = prediction::gpu_directory(choice.course_root, device.slug);
    if (!prediction::is_measured(measured)) {
        choice.progress(fmt::format("measuring {}, once", device.name));
        prediction::measure_gpu(choice.places, measured);
    }
    const prediction::PredictedTimes times =
        prediction::predicted_times(choice.places, lab, record, measured.string());
    return {ThresholdSource::predicted, times.from, predicted_threshold(lab, times, record.band), 0,
            record.band};
}

} // namespace grader::thresholds
