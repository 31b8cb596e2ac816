#pragma once

/// @file
/// Page-locked memory that a build allocates once and keeps.

#include "grading/inspect/instrumented_run.h"

namespace grader {

/// Returns whether a failure of @p instrumented is a leak of page-locked memory.
bool has_page_locked_leak(const InstrumentedRun& instrumented);

/// Downgrades those leaks of @p once to remarks that did not grow in @p twice, a run of the same call made
/// two times: a leak grows. Only page-locked host memory may persist; device memory is provided, and a build
/// must not allocate it.
void excuse_constant_leaks(InstrumentedRun& once, const InstrumentedRun& twice);

} // namespace grader
