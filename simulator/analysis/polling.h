#pragma once

/// @file
/// Detection of polling loops: reads that wait for a value that other threads write.

#include <vector>

#include "analysis/control_flow.h"
#include "ptx/module.h"

namespace simulator {

/// For each instruction of a function with the control flow @p flow, returns whether it is a load or an
/// atomic that polls. It polls if a loop can execute it repeatedly with the same address and operands, if its
/// value controls the loop exit, and if it is meant to see what other threads write meanwhile. An atomic
/// always is; a load is if it says so itself (`__ldcg`, `__ldcv`, volatile), or if the loop contains a fence
/// or `__nanosleep`. In a called function the loop may be in the caller. There it suffices that the load
/// itself says so and that the function returns its value.
///
/// A loop that reads a new address in each iteration does not poll, however it reads. Neither does a loop
/// that a counter ends.
std::vector<bool> polling_reads(const ptx::Function& function, const ControlFlow& flow);

} // namespace simulator
