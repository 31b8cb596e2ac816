#pragma once

/// @file
/// Which variables of a function each thread has a copy of.

#include <cstdint>

#include "ptx/module.h"

namespace simulator {

/// Whether a variable, parameter or result of @p function lies in each thread's local memory.
bool is_in_frame(const ptx::Function& function, std::uint32_t variable);

} // namespace simulator
