#pragma once

/// @file
/// How ptxas lowers an atomic of PTX to SASS.

#include <vector>

#include "analysis/kernel.h"

namespace simulator {

/// Returns which registers of a function are provably warp-uniform: equal in all threads of a warp.
std::vector<bool> uniform_registers(const ptx::Function& function);

/// Returns the SASS that ptxas generates for an atomic. @p uniform is uniform_registers() of its function;
/// @p result_used: the old value is read.
AtomicLowering atomic_lowering(const ptx::Instruction& instruction, bool result_used,
                               const std::vector<bool>& uniform);

} // namespace simulator
