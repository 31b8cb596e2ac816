#pragma once

/// @file
/// Where lanes that part may meet again.

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

/// Whether some lanes of a path may go into a call while others do not, or go into another one.
bool may_diverge(const ptx::Instruction& call);

/// The order in which lanes of a warp that have parted are to get on, and where they may meet again.
struct ControlFlow {
    /// For each instruction, and behind them for the function's end: the place of its basic block in an order in which
    /// every block stands behind those that lead to it, but for the ways back to the head of a loop, and everything
    /// that follows a loop stands behind all of the loop.
    std::vector<std::uint32_t> order;
    /// Whether lanes may come to an instruction on more than one way, or one after the other: the first
    /// instruction of a block to which several ways lead, or a way out of a loop, or that is behind a call of
    /// some lanes.
    std::vector<bool> is_reconvergence_point;
};

/// Finds the order of a function's basic blocks, and where lanes may meet.
ControlFlow control_flow(const ptx::Function& function);

} // namespace simulator
