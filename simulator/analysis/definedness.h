#pragma once

/// @file
/// Definedness of registers: detects uses of registers that may be uninitialized.
///
/// A local variable without an initial value is a register that a thread reads before writing it. Which
/// threads do so depends on their control flow, and the read alone is not an error. Compilers copy values
/// that nothing uses, such as a struct with an uninitialized member. They also compute results speculatively
/// and then do not select them, such as `x + 1` in `found ? x + 1 : 0`. So the static analysis only finds the
/// instructions to instrument. At run time, shadow ops track for each lane which registers are undefined (as
/// Memcheck does), and report an undefined value when it affects behavior: as a branch condition, as an
/// address, in an atomic operation or in what other lanes get. A value computed from an undefined one is also
/// reported when it is stored. A plain copy may be stored, and counts as defined from then on. A value loaded
/// from local memory is undefined if the memory was never written. The result of a shuffle is undefined if
/// the source lane's value is, or if the source lane is inactive.

#include <cstdint>
#include <vector>

#include "analysis/kernel.h"
#include "ptx/module.h"

namespace simulator {

/// Instructions of a function that need definedness tracking.
struct DefinednessAnalysis {
    std::vector<bool> tracked;  ///< registers that may be undefined where an instruction reads them
    std::vector<bool> shadowed; ///< instructions that read or write a tracked register
};

/// Finds what must be tracked; in most functions nothing.
DefinednessAnalysis analyze_definedness(const ptx::Function& function);

/// Returns the effect of undefined operands on the result of an instruction.
DefinednessRule definedness_rule(const ptx::Instruction& instruction);
/// Returns the role of operand @p n, which the instruction reads.
DefinednessUse definedness_use(const ptx::Instruction& instruction, std::size_t n);

/// Returns the handlers of the shadow ops that decoding inserts around a shadowed instruction: before it, and
/// after a load that may read uninitialized memory, or a shuffle.
Handlers shadow_op_handlers(bool after);

} // namespace simulator
