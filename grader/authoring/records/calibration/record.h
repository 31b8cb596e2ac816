#pragma once

/// @file
/// Record of the calibration of one GPU: `docs/results/calibration/<gpu>.json`. Written by measurements,
/// never by hand.

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "grading/measure/verdict_count.h"
#include "grading/thresholds/measure.h"

namespace grader::calibration {

/// Condition on the verdicts.
enum class VerdictCriterion {
    at,      ///< a build that exactly reaches the threshold must not fail
    above,   ///< a build 3 % faster than the threshold must not fail
    known,   ///< the known program must fail against `pass`
    closest, ///< the closest rung must not fail against `pass`
    full,    ///< the solution must not fail against `full`
};

/// The verdicts on one program's grades against one threshold.
struct ThresholdVerdicts {
    VerdictCriterion criterion = VerdictCriterion::at;  ///< the condition
    thresholds::Role role = thresholds::Role::baseline; ///< role of the program
    double threshold = 1;                               ///< as a speedup
    VerdictCount count;                                 ///< one verdict per grade
};

/// Calibration of one lab.
struct CalibratedLab {
    std::string case_name;                            ///< name of the timed case in the manifest
    std::vector<thresholds::MeasuredSpeedup> reached; ///< one per measured program
    thresholds::Reference reference;                  ///< what the thresholds were derived from
    double limit = 0;    ///< speedup of a program that runs exactly at the device's limit; 0: unknown
    Threshold threshold; ///< thresholds that follow from the measured speedups
    std::vector<ThresholdVerdicts> verdicts; ///< verdicts in the order of the criteria
    double seconds = 0;                      ///< duration of the calibration

    /// Returns the program with this role; null if it was not measured.
    [[nodiscard]] const thresholds::MeasuredSpeedup* find(thresholds::Role role) const {
        return thresholds::find(reached, role);
    }
    /// Returns the verdicts of all programs that are subject to @p criterion.
    [[nodiscard]] VerdictCount counted(VerdictCriterion criterion) const;
};

/// Calibration of one GPU.
struct Calibration {
    std::string device;                        ///< full name, not the slug
    int driver = 0;                            ///< newest CUDA version that the driver supports, 13000 for
                                               ///< 13.0
    int toolkit = 0;                           ///< version of the CUDA runtime that the builds ran with,
                                               ///< 13000 for 13.0
    std::string isolation;                     ///< isolation level of the run, by to_string(): "keeper"
    std::map<std::string, CalibratedLab> labs; ///< keyed by lab id
};

/// All calibrations of a course, by the GPU's slug.
using Calibrations = std::map<std::string, Calibration>;

/// docs/results/calibration/SLUG.json
std::filesystem::path calibration_file(const std::filesystem::path& course_root, const std::string& slug);

/// Reads @p file; an empty record if there is none. Throws EnvironmentError if it is not such a record.
Calibration read_calibration(const std::filesystem::path& file);

/// Reads every record of a course. Throws EnvironmentError.
Calibrations all_calibrations(const std::filesystem::path& course_root);

/// Writes @p calibration to @p file and creates its directory. Throws EnvironmentError.
void write_calibration(const std::filesystem::path& file, const Calibration& calibration);

} // namespace grader::calibration
