#pragma once

/// @file
/// Rules on calibrated thresholds: they follow from measurements, and from nothing else.

#include "authoring/records/calibration/record.h"
#include "authoring/rules/rule.h"
#include "course/course.h"

namespace grader {

/// Reports whether @p calibrations have thresholds of @p lab for the GPU with the slug @p slug that
/// follow from a measurement. Those of the reference GPU never do: they are chosen by hand.
bool is_calibrated(const calibration::Calibrations& calibrations, const Lab& lab, const std::string& slug);

/// Compares the thresholds of @p lab with the calibration records of the lab. Without a record, there is no
/// rule.
void check_calibrations(const Lab& lab, const calibration::Calibrations& calibrations, CheckReport& report);

/// Compares the page docs/results/calibration.md with the records. Without records and page, there is no
/// rule.
/// @param fix writes a page that is outdated
void check_calibration_page(const Course& course, const calibration::Calibrations& calibrations, bool fix,
                            CheckReport& report);

} // namespace grader
