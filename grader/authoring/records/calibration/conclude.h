#pragma once

/// @file
/// Derives thresholds and counts verdicts from repeated measurements of a lab's programs.

#include <string>
#include <vector>

#include "authoring/records/calibration/record.h"
#include "course/course.h"
#include "grading/results/results.h"
#include "grading/thresholds/measure.h"

namespace grader::calibration {

/// Minimum number of measurements per program.
inline constexpr std::size_t min_grades = 2;

/// Returns the programs of thresholds::programs_of(), and before the solution the slowest rung that must
/// pass, if it is close to `pass` in @p results, those of the reference GPU.
std::vector<thresholds::MeasuredProgram> programs_of(const Lab& lab, const Results& results);

/// Returns the reference in @p lab's manifest.
thresholds::Reference reference_of(const Lab& lab);

/// Builds the record of @p times. On the GPU with the slug @p slug, the thresholds are derived from @p
/// reference, unless this GPU is the reference itself, whose thresholds are kept. Throws EnvironmentError if
/// a program has no time.
CalibratedLab conclude(const thresholds::LabTimes& times, const thresholds::Reference& reference,
                       const std::string& slug);

/// Returns the thresholds that follow from the record @p lab of the GPU with the slug @p slug.
Threshold thresholds_of(const CalibratedLab& lab, const std::string& slug);

} // namespace grader::calibration
