#pragma once

/// @file
/// Control-flow graph, and reconvergence points for divergent warps.

#include <cstdint>
#include <vector>

#include "ptx/module.h"

namespace simulator {

/// Control-flow graph of basic blocks. The number after the last block represents the function's end.
struct FlowGraph {
    std::vector<std::uint32_t> first;             ///< first instruction of each block
    std::vector<std::uint32_t> block_of;          ///< block of each instruction, and of the end
    std::vector<std::vector<std::uint32_t>> next; ///< successors of each block

    /// Number of the node for the function's end.
    [[nodiscard]] std::uint32_t end() const { return static_cast<std::uint32_t>(first.size()); }
};

/// Returns the control-flow graph of a function that has instructions.
FlowGraph flow_graph(const ptx::Function& function);

/// Returns whether a call may be divergent: some lanes of a path enter it and others do not, or enter another
/// function.
bool may_diverge(const ptx::Instruction& call);

/// Scheduling order of divergent lanes of a warp, and their reconvergence points.
struct ControlFlow {
    /// For each instruction, and after them for the function's end: the position of its basic block in a weak
    /// topological order. In this order every block comes after its predecessors, except along back edges to
    /// the head of a loop, and everything after a loop comes after the whole loop.
    std::vector<std::uint32_t> order;
    /// Whether lanes may reach an instruction by more than one way, or one after the other. It is the first
    /// instruction of a block with several predecessors, or after a loop exit, or after a divergent call.
    std::vector<bool> is_reconvergence_point;
};

/// Computes the order of a function's basic blocks and its reconvergence points.
ControlFlow control_flow(const ptx::Function& function);

} // namespace simulator
