#pragma once

/// @file
/// The shortest time that a call can take, because its data has to be moved.

#include "grading/backend/backend.h"
#include "kernelsmith/problem.h"

namespace grader {

/// What @p device needs at least to move the data of @p work once, in ms; 0 where its bandwidth is not known. What its L2 cache can
/// hold is left out: it may stay there from one call to the next.
double data_floor_ms(const DeviceFacts& device, const kernelsmith::Work& work);

} // namespace grader
