#pragma once

/// @file
/// What repeated measurements of a lab's programs say about thresholds and verdicts.

#include <string>
#include <vector>

#include "authoring/records/calibration/record.h"
#include "course/course.h"
#include "grading/results/results.h"
#include "grading/thresholds/measure.h"

namespace grader::calibration {

/// Each program is measured at least this often.
inline constexpr std::size_t min_grades = 2;

/// The programs of thresholds::programs_of(), and before the solution the slowest rung that has to pass, where @p results, those
/// of the reference GPU, have it close to `pass`.
std::vector<thresholds::MeasuredProgram> programs_of(const Lab& lab, const Results& results);

/// The reference of @p lab's manifest.
thresholds::Reference reference_of(const Lab& lab);

/// The record of @p times. On the GPU called @p slug the thresholds are derived by @p reference, unless it is the reference
/// itself, whose thresholds stay. Throws EnvironmentError where a program never came to a time.
CalibratedLab conclude(const thresholds::LabTimes& times, const thresholds::Reference& reference,
                       const std::string& slug);

/// The thresholds that follow from the record @p lab of the GPU called @p slug.
Threshold thresholds_of(const CalibratedLab& lab, const std::string& slug);

} // namespace grader::calibration
