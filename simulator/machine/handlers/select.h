#pragma once

/// @file
/// Selection of handlers: one function for each row of instructions.def.

#include "analysis/kernel.h"
#include "ptx/module.h"

namespace simulator {

/// An instruction, as input of the selection of handlers.
struct Decoding {
    const ptx::Instruction& instruction; ///< the instruction to select handlers for
    const ptx::Function& function;       ///< the function that contains it

    /// Bytes per lane of operand @p n: 8 for 64 bits, 4 for fewer, 0 for a predicate or past the last one. The
    /// width is the register's, which may be wider than the type that is loaded or converted into it.
    [[nodiscard]] std::uint32_t lane_bytes(std::size_t n) const;
    /// Returns the `n`-th type suffix.
    [[nodiscard]] ptx::Word type(std::size_t n = 0) const { return instruction.type(n); }
    /// Returns whether the instruction has a suffix.
    [[nodiscard]] bool has(ptx::Word word) const { return instruction.has(word); }
};

// select_<id>() for each row: its handlers, or {} for combinations that fit the row but do not exist.
/// @cond
#define ROW(id, mnemonic, suffixes, operands, group, pipe, effect, space, meaning) \
    Handlers select_##id(const Decoding& decoding);
#include "ptx/instructions.def"
/// @endcond

/// Returns the handlers of an instruction.
Handlers select(const Decoding& decoding);

} // namespace simulator
