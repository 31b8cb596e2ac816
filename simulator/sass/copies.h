#pragma once

/// @file
/// How often ptxas has made each basic block of the PTX: it unrolls loops.

#include <span>
#include <vector>

#include "analysis/control_flow.h"
#include "sass/instruction_mapping.h"

namespace simulator::sass {

/// For each block of @p graph how many copies of it the machine code has, at least 1. Of an unrolled loop that are those
/// in its body and those that take what is left over in the end.
std::vector<double> count_copies(const ptx::Function& function, const FlowGraph& graph,
                                 std::span<const SassInstruction> code, const InstructionMapping& mapping);

} // namespace simulator::sass
