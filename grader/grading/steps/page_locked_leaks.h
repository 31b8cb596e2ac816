#pragma once

/// @file
/// Page-locked memory that a build takes once and keeps.

#include "grading/inspect/instrumented_run.h"

namespace grader {

/// Whether @p watched has page-locked memory that was not freed among its failures.
bool has_page_locked_leak(const InstrumentedRun& instrumented);

/// Makes remarks of those leaks of @p once that did not grow in @p twice, a run of the same call made two times: a leak is what grows. Only
/// page-locked memory of the host may last; memory of the device is given, and a build must not allocate it.
void excuse_constant_leaks(InstrumentedRun& once, const InstrumentedRun& twice);

} // namespace grader
