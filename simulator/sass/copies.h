#pragma once

/// @file
/// Copies that ptxas has made of each basic block of the PTX by unrolling loops.

#include <span>
#include <vector>

#include "analysis/control_flow.h"
#include "sass/instruction_mapping.h"

namespace simulator::sass {

/// Returns for each block of @p graph the number of its copies in the SASS, at least 1. For an unrolled loop,
/// these are the copies in its body and those in its remainder loops.
std::vector<double> count_copies(const ptx::Function& function, const FlowGraph& graph,
                                 std::span<const SassInstruction> code, const InstructionMapping& mapping);

} // namespace simulator::sass
