#pragma once

/// @file
/// Rule: the simulator's counts agree with a GPU's.

#include <string>

#include "authoring/records/counters/comparison.h"
#include "authoring/records/ladder/tables.h"
#include "authoring/rules/lab_on_device.h"
#include "authoring/rules/rule.h"

namespace grader {

/// Reports whether @p entry demonstrates how a call fails. Then it may have nothing to count.
bool stops_early(const LabProgram& entry);

/// Returns the table of @p comparison in docs/counters_on_a_gpu.md of @p course; @p group is a lab or a
/// program.
GeneratedBlock counters_block(const Course& course, const std::string& group,
                              const CounterComparison& comparison);

/// Compares the counts of baseline, rungs and solution with the record of the GPU @p slug, within the
/// tolerances of authoring/records/counters/metrics.cpp, and checks that the table of both is current.
Findings counts_agree_with_a_gpu(LabOnDevice& on_device, const Course& course, const std::string& slug);

} // namespace grader
