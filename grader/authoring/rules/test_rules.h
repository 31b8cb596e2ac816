#pragma once

/// @file
/// Rules on a lab's tests.cpp: it passes on correct programs, and each TEST_CASE in it can fail.

#include "authoring/rules/lab_on_device.h"
#include "authoring/rules/rule.h"

namespace grader {

/// Checks that every test passes on the baseline, on the solution and on each rung that is correct, however
/// slow.
Findings tests_pass_on_what_is_right(LabOnDevice& on_device);

/// Checks that the tests of a task fail on each mistake that names it, and that each TEST_CASE fails on a
/// mistake of its own task. A case that no mistake makes fail may check nothing at all.
Findings tests_can_fail(LabOnDevice& on_device);

} // namespace grader
