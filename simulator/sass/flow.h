#pragma once

/// @file
/// Basic blocks of SASS, and loops of any control-flow graph.

#include <cstdint>
#include <span>
#include <vector>

#include "sass/sass_program.h"

namespace simulator::sass {

/// The successors of each block of a graph. An index past the last block means the end.
using Successors = std::vector<std::vector<std::uint32_t>>;

/// Basic blocks of SASS.
struct SassFlow {
    std::vector<std::uint32_t> first;    ///< first instruction of each block
    std::vector<std::uint32_t> block_of; ///< block of each instruction
    Successors next; ///< successors of each block; a call has the called block and the block after the call
};

/// Returns the basic blocks of a section's instructions. Targets of an indirect branch are unknown: every
/// block without another predecessor is taken as one.
SassFlow sass_flow(std::span<const SassInstruction> code);

/// Loop nesting of a block.
struct LoopNesting {
    std::uint32_t depth = 0;  ///< number of loops that contain it
    std::uint32_t head = ~0U; ///< first block of the innermost loop

    /// Compares member by member.
    bool operator==(const LoopNesting&) const = default;
};

/// Returns the loops around each block. The traversal begins at block 0; unreachable blocks are in no loop.
std::vector<LoopNesting> loops_around(const Successors& next);

} // namespace simulator::sass
