#pragma once

/// @file
/// Where paths that part must meet again.

#include <cstdint>
#include <vector>

#include "ptx/module.h"

namespace simulator {

/// The control flow of a function, as far as divergence needs it.
struct ControlFlow {
    /// For each instruction that may part a warp, the instruction at which all its ways have come together: the first
    /// of its block's immediate post-dominator. The body's size where ways only meet at the end; for other instructions
    /// as well.
    std::vector<std::uint32_t> meeting;
    /// Whether an instruction is the meeting of another.
    std::vector<bool> is_meeting;
};

/// Finds the immediate post-dominators of a function's basic blocks.
ControlFlow control_flow(const ptx::Function& function);

} // namespace simulator
