#pragma once

/// @file
/// Which instruction of the PTX each machine instruction was made of.

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/control_flow.h"
#include "ptx/module.h"
#include "sass/flow.h"

namespace simulator::sass {

/// A place that stands for none: the machine instruction was made of another function, or is hardly ever executed.
inline constexpr std::uint32_t no_owner = ~0U;

/// What belongs together.
struct InstructionMapping {
    /// For each machine instruction an index into the function's body, or `nowhere`.
    std::vector<std::uint32_t> owner;
    /// For each of them whether it was made of its owner. It was not where ptxas has taken what does not change out of
    /// a loop: then the owner is an instruction outside of the loop beside which it is executed.
    std::vector<bool> made_of_owner;
};

/// Places the machine instructions of a section by their lines.
InstructionMapping map_instructions(const ptx::Function& function, const FlowGraph& graph,
                                    std::span<const SassInstruction> code, const SassFlow& flow);

} // namespace simulator::sass
