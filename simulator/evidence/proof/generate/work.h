#pragma once

/// @file
/// How often a kernel goes round, so that it takes about as long as is wished.

#include "kernel.h"

namespace generate {

/// Sets the rounds of a kernel whose loop costs so much a round; takes away blocks where one round is too much.
/// @param clocks  how long the kernel shall take, in clocks of an SM
/// @param factor  by which the work is multiplied afterwards
void fit_work(Kernel& kernel, const Cost& cost, double clocks, double factor);

} // namespace generate
