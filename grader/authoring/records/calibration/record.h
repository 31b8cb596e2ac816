#pragma once

/// @file
/// What calibrating found on one GPU: `docs/results/calibration/<gpu>.json`. Written by measuring, never by hand.

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "grading/measure/verdict_count.h"
#include "grading/thresholds/measure.h"

namespace grader::calibration {

/// What was asked of the verdicts.
enum class VerdictCriterion {
    at,      ///< a build that reaches the threshold and no more is not to fail
    above,   ///< a build that is 3 % faster than the threshold is not to fail
    known,   ///< what is known, against `pass`, is to fail
    closest, ///< the closest rung, against `pass`, is not to fail
    full,    ///< the solution, against `full`, is not to fail
};

/// The verdicts on one program's grades against one threshold.
struct ThresholdVerdicts {
    VerdictCriterion criterion = VerdictCriterion::at;  ///< what is not to happen, or is to
    thresholds::Role role = thresholds::Role::baseline; ///< the program's
    double threshold = 1;                               ///< a speedup
    VerdictCount count;                                 ///< one verdict for each grade
};

/// What was found about one lab.
struct CalibratedLab {
    std::string case_name;                            ///< what was timed, as the manifest calls it
    std::vector<thresholds::MeasuredSpeedup> reached; ///< one for each program that was measured
    thresholds::Reference reference;                  ///< what the thresholds were derived by
    double limit = 0;    ///< the speedup of a program that takes exactly the device's limit; 0: unknown
    Threshold threshold; ///< what the measured speedups come to
    std::vector<ThresholdVerdicts> verdicts; ///< by question
    double seconds = 0;                      ///< that it took

    /// The program with this role; null where it was not measured.
    [[nodiscard]] const thresholds::MeasuredSpeedup* find(thresholds::Role role) const {
        return thresholds::find(reached, role);
    }
    /// The verdicts of all programs that were asked @p question.
    [[nodiscard]] VerdictCount counted(VerdictCriterion criterion) const;
};

/// Everything that was found on one GPU.
struct Calibration {
    std::string device;                        ///< its full name, not the slug
    int driver = 0;                            ///< newest CUDA the driver supports, 13000 for 13.0
    int toolkit = 0;                           ///< CUDA runtime the builds ran with, in the same form
    std::string isolation;                     ///< the level, as to_string() has it
    std::map<std::string, CalibratedLab> labs; ///< by id
};

/// All calibrations of a course, by the GPU's slug.
using Calibrations = std::map<std::string, Calibration>;

/// docs/results/calibration/SLUG.json
std::filesystem::path calibration_file(const std::filesystem::path& course_root, const std::string& slug);

/// Reads @p file; an empty one when there is none. Throws EnvironmentError when it is no such record.
Calibration read_calibration(const std::filesystem::path& file);

/// Reads every record of a course. Throws EnvironmentError.
Calibrations all_calibrations(const std::filesystem::path& course_root);

/// Writes @p calibration to @p file, making its directory. Throws EnvironmentError.
void write_calibration(const std::filesystem::path& file, const Calibration& calibration);

} // namespace grader::calibration
