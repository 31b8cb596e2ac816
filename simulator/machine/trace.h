#pragma once

/// @file
/// Output of `--trace`.

#include "analysis/kernel.h"

namespace simulator {

/// Prints an instruction that a warp has just executed, and the value that it wrote.
void trace(const Warp& warp, const Op* op, Mask mask);

} // namespace simulator
