#pragma once

/// @file
/// The rule that what the simulator counts is what a GPU counted.

#include <string>

#include "authoring/records/counters/comparison.h"
#include "authoring/records/ladder/tables.h"
#include "authoring/rules/lab_on_device.h"
#include "authoring/rules/rule.h"

namespace grader {

/// Whether @p entry is there to show how a call fails. Then it may have nothing to count.
bool stops_early(const LabProgram& entry);

/// The table that docs/counters_on_a_gpu.md of @p course has of @p comparison; @p group is a lab or a program.
GeneratedBlock counters_block(const Course& course, const std::string& group,
                              const CounterComparison& comparison);

/// Holds the counts of baseline, rungs and solution against the record of the GPU @p slug, within the bounds that
/// authoring/records/counters/metrics.cpp has, and the table of both against what would be written now.
Findings counts_agree_with_a_gpu(LabOnDevice& on_device, const Course& course, const std::string& slug);

} // namespace grader
