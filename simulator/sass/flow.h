#pragma once

/// @file
/// Basic blocks of machine code, and loops of any flow graph.

#include <cstdint>
#include <span>
#include <vector>

#include "sass/sass_program.h"

namespace simulator::sass {

/// The blocks that may follow each block of a graph. A number that is no block's stands for the end.
using Successors = std::vector<std::vector<std::uint32_t>>;

/// Basic blocks of machine code.
struct SassFlow {
    std::vector<std::uint32_t> first;    ///< instruction of each block
    std::vector<std::uint32_t> block_of; ///< of each instruction
    Successors next; ///< of each block; a call leads to what is called, and behind the call
};

/// The basic blocks of a section's instructions. Where a branch by a table goes is not known: it may go to every
/// block that nothing else leads to.
SassFlow sass_flow(std::span<const SassInstruction> code);

/// Where a block lies among the loops of its graph.
struct LoopNesting {
    std::uint32_t depth = 0;  ///< how many loops it lies in, one inside of another
    std::uint32_t head = ~0U; ///< the first block of the innermost of them

    /// Member by member.
    bool operator==(const LoopNesting&) const = default;
};

/// The loops around each block. The walk begins at block 0; blocks that it does not reach lie in none.
std::vector<LoopNesting> loops_around(const Successors& next);

} // namespace simulator::sass
