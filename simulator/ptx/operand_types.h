#pragma once

/// @file
/// The type that each operand of an instruction has.

#include <cstddef>
#include <optional>

#include "ptx/module.h"

namespace simulator::ptx {

/// The type of operand @p n as the instruction reads or writes it: `b32` for the second operand of `shl.b64`.
/// An element's type for vectors of `ld` and `st`, the whole's for `mov`. None for memory, labels and calls.
std::optional<Word> operand_type(const Instruction& instruction, std::size_t n);

/// Whether a register may be wider than the operand: what `ld` and `cvt` write, what `st` and `cvt` read.
bool may_be_wider(Form form, std::size_t n);

} // namespace simulator::ptx
