#pragma once

/// @file
/// Where paths that part must meet again.

#include <cstdint>
#include <vector>

#include "ptx/module.h"

namespace simulator {

/// Basic blocks and the blocks that may follow each. The number behind the last one stands for the function's
/// end.
struct FlowGraph {
    std::vector<std::uint32_t> first;             ///< instruction of each block
    std::vector<std::uint32_t> block_of;          ///< of each instruction, and of the end
    std::vector<std::vector<std::uint32_t>> next; ///< of each block

    /// The number that stands for the function's end.
    [[nodiscard]] std::uint32_t end() const { return static_cast<std::uint32_t>(first.size()); }
};

/// The basic blocks of a function that has instructions.
FlowGraph flow_graph(const ptx::Function& function);

/// The control flow of a function, as far as divergence needs it.
struct ControlFlow {
    /// For each instruction that may part a warp, the instruction at which all its ways have come together:
    /// the first of its block's immediate post-dominator. The body's size where ways only meet at the end;
    /// for other instructions as well.
    std::vector<std::uint32_t> meeting;
    /// Whether an instruction is the meeting of another.
    std::vector<bool> is_meeting;
};

/// Finds the immediate post-dominators of a function's basic blocks.
ControlFlow control_flow(const ptx::Function& function);

} // namespace simulator
