#pragma once

/// @file
/// Number of iterations for a kernel of about the intended duration.

#include "kernel.h"

namespace generate {

/// Sets the iterations of a kernel whose loop has this cost per iteration; removes blocks if one iteration is
/// too long.
/// @param clocks  intended duration in cycles of an SM
/// @param factor  factor of the work, applied afterwards
void fit_work(Kernel& kernel, const Cost& cost, double clocks, double factor);

} // namespace generate
