#pragma once

/// @file
/// Lower bound on the time of a call from its data movement.

#include "grading/backend/backend.h"
#include "kernelsmith/problem.h"

namespace grader {

/// Returns the minimum time in ms for @p device to move the data of @p work once; 0 if its bandwidth is
/// unknown. The capacity of its L2 cache is subtracted, because that much data may stay there from one call
/// to the next.
double data_floor_ms(const DeviceFacts& device, const kernelsmith::Work& work);

} // namespace grader
