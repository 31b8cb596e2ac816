#pragma once

/// @file
/// One call on a device with events, with its operations timed one by one, for `grader timeline`. No grade
/// depends on it.

#include <cstdint>

#include "grading/backend/backend.h"
#include "grading/backend/build.h"
#include "grading/channel/operation.h"
#include "kernelsmith/problem.h"

namespace grader {

/// The result of a recorded call.
struct RecordedCall {
    OperationLog operations; ///< with their times
    double recorded_ms = 0; ///< the call with an event before and after each operation, by the runner's clock
    double bare_ms = 0;     ///< the same call without events
};

/// Calls @p build three times on the same inputs, generated for @p sizes from @p seed, each time with cold
/// caches: once to warm up, once without events, and once with them. Throws RunnerDied and RunnerFault for
/// the build's faults, EnvironmentError for infrastructure errors.
RecordedCall record_call(const Backend& backend, const Build& build, const kernelsmith::Sizes& sizes,
                         std::uint64_t seed);

} // namespace grader
