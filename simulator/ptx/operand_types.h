#pragma once

/// @file
/// The type of each operand of an instruction.

#include <cstddef>
#include <optional>

#include "ptx/module.h"

namespace simulator::ptx {

/// Returns the type of operand @p n as the instruction reads or writes it: `b32` for the second operand of
/// `shl.b64`. For vectors, it is an element's type in `ld` and `st`, and the whole vector's in `mov`.
/// Empty for memory, labels and calls.
std::optional<Word> operand_type(const Instruction& instruction, std::size_t n);

/// Returns whether a register may be wider than the operand: a destination of `ld` and `cvt`, a source of
/// `st` and `cvt`.
bool may_be_wider(Form form, std::size_t n);

} // namespace simulator::ptx
