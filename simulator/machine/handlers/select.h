#pragma once

/// @file
/// The choice of handlers: one function for each row of instructions.def.

#include "analysis/kernel.h"
#include "ptx/module.h"

namespace simulator {

/// An instruction as a choice of handlers sees it.
struct Decoding {
    const ptx::Instruction& instruction; ///< what handlers are chosen for
    const ptx::Function& function;       ///< whose registers and variables it names

    /// Bytes a lane that operand @p n takes: 8 for a 64-bit register, 4 for a smaller one, 0 for a predicate
    /// or none. A register may be wider than the type that is loaded or converted into it.
    [[nodiscard]] std::uint32_t lane_bytes(std::size_t n) const;
    /// `n`-th type suffix.
    [[nodiscard]] ptx::Word type(std::size_t n = 0) const { return instruction.type(n); }
    /// Whether a suffix is there.
    [[nodiscard]] bool has(ptx::Word word) const { return instruction.has(word); }
};

// select_<id>() for each row: its handlers, or {} for what fits the row but does not exist.
/// @cond
#define ROW(id, mnemonic, suffixes, operands, group, pipe, effect, space, meaning) \
    Handlers select_##id(const Decoding& decoding);
#include "ptx/instructions.def"
/// @endcond

/// The handlers of an instruction.
Handlers select(const Decoding& decoding);

} // namespace simulator
