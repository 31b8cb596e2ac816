#pragma once

/// @file
/// The main loop of an unrolled loop, where it spends most of its time.

#include <span>
#include <vector>

#include "analysis/control_flow.h"
#include "sass/flow.h"
#include "sass/instruction_mapping.h"

namespace simulator::sass {

/// Returns @p mapping without the copies of remainder loops, which only execute the iterations that an
/// unrolled loop leaves: for each PTX block only those copies in the SASS loop that has most of them. Nothing
/// is removed if no loop has more than the others, or if there is only one copy in total.
InstructionMapping in_main_loops(const ptx::Function& function, const FlowGraph& graph,
                                 std::span<const SassInstruction> code, const SassFlow& flow,
                                 const std::vector<double>& copies, InstructionMapping mapping);

} // namespace simulator::sass
