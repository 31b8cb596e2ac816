#pragma once

/// @file
/// Handlers that do not belong to a single row of the instruction table.

#include <string_view>

#include "analysis/kernel.h"
#include "ptx/module.h"

namespace simulator {

/// Returns the handlers of the op that decoding inserts at reconvergence points.
Handlers reconvergence_handlers();
/// Returns the handlers of a `mov` from a clock register; {} for other special registers, which have slots in
/// the frame.
Handlers clock_handlers(ptx::SpecialRegister which);
/// Returns the driver's function of this name; none if there is no such function.
SystemCall find_system_call(std::string_view name);
/// Executes a driver function for the lanes @p mask of a call.
const Op* execute_system_call(Warp& warp, const Op* op, Mask mask, const CallLayout& call);

} // namespace simulator
