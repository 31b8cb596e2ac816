#pragma once

/// @file
/// The accuracy of predicted thresholds: each modelled GPU is predicted from the others and compared with its own
/// model; and measured GPUs are predicted while their models, and that of their sibling, are left out.

#include <map>
#include <string>
#include <vector>

#include "authoring/bench/thresholds/threshold_record.h"
#include "course/course.h"
#include "grading/grade/grade.h"
#include "grading/prediction/lab_record.h"
#include "grading/prediction/predict.h"

namespace grader::prediction {

/// Speedups of the known program and of the solution.
struct Speedups {
    double known = 1;    ///< 1 if the baseline is the known program
    double solution = 1; ///< speedup of the lab's solution

    /// Returns the speedup of the solution over the known program.
    [[nodiscard]] double ratio() const { return solution / known; }
};

/// A prediction and the right values.
struct ComparedPrediction {
    std::string from;    ///< slug of the GPU that it is predicted from
    Speedups predicted;  ///< predicted for the GPU
    Speedups right;      ///< modelled on, or measured on the predicted GPU
    Threshold threshold; ///< derived from the predicted speedups
    double band = 0;     ///< ThresholdsInUse::band

    /// Returns the relative error of the ratio of solution and known program.
    [[nodiscard]] double ratio_error() const;
    /// Returns the larger one of the relative errors of both speedups.
    [[nodiscard]] double speedup_error() const;
    /// Returns the verdict on a program with the speedup @p speedup.
    [[nodiscard]] Status verdict(double speedup) const;
};

/// Returns the predictions of each GPU of @p record from the others, by slug.
std::map<std::string, ComparedPrediction> leave_one_out(const GraderPaths& paths, const Lab& lab,
                                                        const LabRecord& record);

/// Returns the band of @p lab that follows from leaving one GPU out: nine of ten speedups have at most this error.
double band_of(const std::map<std::string, ComparedPrediction>& compared);

/// Returns the prediction of @p lab for the GPU @p slug, whose speedups were measured, without the models @p without.
/// Its rates and latencies are those in docs/results/times, as calibrate measured them, or else those of its model.
ComparedPrediction predict_measured(const GraderPaths& paths, const Course& course, const Lab& lab,
                                    const LabRecord& record, const std::string& slug,
                                    const std::vector<std::string>& without,
                                    const std::vector<threshold_sources::ProgramVerdicts>& measured);

} // namespace grader::prediction
