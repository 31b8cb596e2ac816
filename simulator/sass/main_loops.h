#pragma once

/// @file
/// Of a loop that ptxas has unrolled, the part in which it is most of the time.

#include <span>
#include <vector>

#include "analysis/control_flow.h"
#include "sass/flow.h"
#include "sass/instruction_mapping.h"

namespace simulator::sass {

/// @p placement without the copies that only take what is left over of a loop: of each block of the PTX only those in
/// the loop of machine code that has most of them. Where none has more than the others, or where there is one copy in
/// all, nothing is left out.
InstructionMapping in_main_loops(const ptx::Function& function, const FlowGraph& graph,
                                 std::span<const SassInstruction> code, const SassFlow& flow,
                                 const std::vector<double>& copies, InstructionMapping mapping);

} // namespace simulator::sass
