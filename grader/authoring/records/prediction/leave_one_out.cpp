#include "authoring/records/prediction/leave_one_out.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "authoring/records/model/error_statistics.h"
#include "grading/prediction/gpu_times.h"
#include "grading/thresholds/predicted.h"

namespace grader::prediction {
namespace {

namespace fs = std::filesystem;

Speedups speedups_of(const PredictedTimes& times) {
    return {times.known_ms > 0 ? times.known() : 1, times.solution()};
}

ComparedPrediction comparison(const Lab& lab, const PredictedTimes& times, const Speedups& right,
                              double band) {
    return {times.from, speedups_of(times), right, thresholds::predicted_threshold(lab, times, band), band};
}

} // namespace

double ComparedPrediction::ratio_error() const {
    return accuracy::relative_error(predicted.ratio(), right.ratio());
}

double ComparedPrediction::speedup_error() const {
    return std::max(accuracy::relative_error(predicted.known, right.known),
                    accuracy::relative_error(predicted.solution, right.solution));
}

Status ComparedPrediction::verdict(double speedup) const {
    if (speedup >= threshold.pass * (1 + band)) return Status::pass;
    return speedup < threshold.pass / (1 + band) ? Status::fail : Status::too_close;
}

std::map<std::string, ComparedPrediction> leave_one_out(const GraderPaths& paths, const Lab& lab,
                                                        const LabRecord& record) {
    std::map<std::string, ComparedPrediction> compared;
    for (const auto& [slug, gpu] : record.gpus)
        compared[slug] = comparison(lab, predicted_times(paths, lab, record, slug, {slug}),
                                    speedups_of(predicted_times(paths, lab, record, slug)), record.band);
    return compared;
}

double band_of(const std::map<std::string, ComparedPrediction>& compared) {
    std::vector<double> errors;
    for (const auto& [slug, one] : compared)
        for (const auto& [value, right] : {std::pair(one.predicted.known, one.right.known),
                                           std::pair(one.predicted.solution, one.right.solution)})
            // If the baseline is the known program, its speedup is 1 without a prediction.
            if (value != 1 || right != 1) errors.push_back(accuracy::relative_error(value, right));
    if (errors.empty()) return 0;
    // Rounded up, so that a change of the last digit of a time does not change a verdict.
    constexpr double percent = 100;
    return std::ceil(percent * accuracy::quantile(errors, 0.9)) / percent;
}

ComparedPrediction predict_measured(const GraderPaths& paths, const Course& course, const Lab& lab,
                                    const LabRecord& record, const std::string& slug,
                                    const std::vector<std::string>& without,
                                    const std::vector<threshold_sources::ProgramVerdicts>& measured) {
    Speedups right;
    for (const threshold_sources::ProgramVerdicts& program : measured)
        (program.role == thresholds::Role::solution ? right.solution : right.known) = program.speedup;
    const fs::path directory = course.root() / "docs" / "results" / "times" / slug;
    const std::string gpu = is_measured(directory) ? directory.string() : slug;
    return comparison(lab, predicted_times(paths, lab, record, gpu, without), right, record.band);
}

} // namespace grader::prediction
