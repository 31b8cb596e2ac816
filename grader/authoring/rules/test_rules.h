#pragma once

/// @file
/// Rules about a lab's tests.cpp: it passes on what is right, and each TEST_CASE in it can fail.

#include "authoring/rules/lab_on_device.h"
#include "authoring/rules/rule.h"

namespace grader {

/// Every test passes on the baseline, on the solution and on each rung that computes the right thing, however
/// slowly.
Findings tests_pass_on_what_is_right(LabOnDevice& on_device);

/// The tests of a task fail on each mistake that names it, and each TEST_CASE fails on a mistake of its own
/// task. A case that nothing makes fail may hold nothing at all.
Findings tests_can_fail(LabOnDevice& on_device);

} // namespace grader
