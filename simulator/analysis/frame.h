#pragma once

/// @file
/// Variables of a function that exist once per thread.

#include <cstdint>

#include "ptx/module.h"

namespace simulator {

/// Returns whether a variable, parameter or result of @p function is in each thread's local memory.
bool is_in_frame(const ptx::Function& function, std::uint32_t variable);

} // namespace simulator
