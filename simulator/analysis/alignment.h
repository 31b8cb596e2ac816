#pragma once

/// @file
/// Known alignment of addresses before a kernel runs.

#include <cstdint>
#include <vector>

#include "analysis/kernel.h"

namespace simulator {

/// For each register of a function, returns the largest power of two, up to 16, that divides all its values.
std::vector<std::uint32_t> register_alignments(const Kernel& kernel, const ptx::Function& function);

} // namespace simulator
