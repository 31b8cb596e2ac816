#pragma once

/// @file
/// What is known about the lower bits of addresses before a kernel runs.

#include <cstdint>
#include <vector>

#include "analysis/kernel.h"

namespace simulator {

/// For each register of a function, the largest power of two, up to 16, that divides all values it ever gets.
std::vector<std::uint32_t> register_alignments(const Kernel& kernel, const ptx::Function& function);

} // namespace simulator
