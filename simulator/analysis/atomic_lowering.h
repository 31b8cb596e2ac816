#pragma once

/// @file
/// How machine code does an atomic of PTX.

#include <vector>

#include "analysis/kernel.h"

namespace simulator {

/// Which registers of a function hold one value in all threads of a warp, as far as the code tells.
std::vector<bool> uniform_registers(const ptx::Function& function);

/// What ptxas makes of an atomic. @p uniform is of its function; @p result_used: whether anybody reads what
/// was there.
AtomicLowering atomic_lowering(const ptx::Instruction& instruction, bool result_used,
                               const std::vector<bool>& uniform);

} // namespace simulator
