#pragma once

/// @file
/// Rules about thresholds that were calibrated: they follow from what was measured, and from nothing else.

#include "authoring/records/calibration/record.h"
#include "authoring/rules/rule.h"
#include "course/course.h"

namespace grader {

/// Whether @p calibrations have thresholds of @p lab for the GPU called @p slug that follow from a measurement. Those of
/// the reference never do: they are chosen by hand.
bool is_calibrated(const calibration::Calibrations& calibrations, const Lab& lab, const std::string& slug);

/// Holds the thresholds of @p lab against the records that have it. Where none does, there is no rule.
void check_calibrations(const Lab& lab, const calibration::Calibrations& calibrations, CheckReport& report);

/// Holds the page docs/results/calibration.md against the records. Where there are none, and no page, there is no rule.
/// @param fix writes a page that is not current
void check_calibration_page(const Course& course, const calibration::Calibrations& calibrations, bool fix,
                            CheckReport& report);

} // namespace grader
