#pragma once

/// @file
/// Mapping from SASS instructions to the PTX instructions that they were compiled from.

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/control_flow.h"
#include "ptx/module.h"
#include "sass/flow.h"

namespace simulator::sass {

/// Marks a SASS instruction without an owner: it belongs to another function, or is rarely executed.
inline constexpr std::uint32_t no_owner = ~0U;

/// Mapping of a section of SASS.
struct InstructionMapping {
    /// For each SASS instruction, an index into the function's body, or `no_owner`.
    std::vector<std::uint32_t> owner;
    /// For each SASS instruction, whether it was compiled from its owner. False for code that ptxas has
    /// hoisted out of a loop: then the owner is an instruction outside of the loop that is executed equally
    /// often.
    std::vector<bool> made_of_owner;
};

/// Maps the SASS instructions of a section to PTX instructions by their lines.
InstructionMapping map_instructions(const ptx::Function& function, const FlowGraph& graph,
                                    std::span<const SassInstruction> code, const SassFlow& flow);

} // namespace simulator::sass
