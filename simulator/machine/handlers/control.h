#pragma once

/// @file
/// Handlers that no row stands for by itself.

#include <string_view>

#include "analysis/kernel.h"
#include "ptx/module.h"

namespace simulator {

/// Of the op that decoding puts where paths meet.
Handlers reconvergence_handlers();
/// Of a `mov` from a register that counts time; {} for other special registers, which lie in the frame.
Handlers clock_handlers(ptx::SpecialRegister which);
/// The driver's function of this name.
SystemCall find_system_call(std::string_view name);
/// What it does, for the lanes @p mask of a call.
const Op* execute_system_call(Warp& warp, const Op* op, Mask mask, const CallLayout& call);

} // namespace simulator
