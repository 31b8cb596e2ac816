#pragma once

/// @file
/// What `--trace` prints.

#include "analysis/kernel.h"

namespace simulator {

/// Prints an instruction that a warp has just executed and what it wrote.
void trace(const Warp& warp, const Op* op, Mask mask);

} // namespace simulator
