#pragma once

/// @file
/// Registers that may have no value where an instruction reads them.
///
/// A local variable without an initial value is a register that a thread reads before it has set it. Which
/// threads do depends on the way they take, and the read alone is no mistake: compilers copy what nobody
/// looks at, such as a struct with a member that was never set, and compute ahead what they then do not
/// choose, such as `x + 1` in `found ? x + 1 : 0`. So the text only says which instructions to watch. While
/// they run, it is followed for each lane which registers have no value, and it is told when one decides
/// something: a branch, an address, what an atomic operation or other lanes get. A value that was computed
/// from one is also told when it is stored. A bare copy may be stored, and counts as a value from then on.
/// What is loaded from local memory has none where nothing was ever written. What a shuffle takes has none
/// where the lane that it comes from has none, or takes no part.

#include <cstdint>
#include <vector>

#include "analysis/kernel.h"
#include "ptx/module.h"

namespace simulator {

/// The instructions of a function that have to be watched.
struct DefinednessAnalysis {
    std::vector<bool> tracked;  ///< registers that some instruction may find without a value
    std::vector<bool> shadowed; ///< instructions that read or write one of those
};

/// Finds what has to be watched: in most functions nothing.
DefinednessAnalysis analyze_definedness(const ptx::Function& function);

/// What an instruction makes of operands without a value.
DefinednessRule definedness_rule(const ptx::Instruction& instruction);
/// What it does with operand @p n, which it reads.
DefinednessUse definedness_use(const ptx::Instruction& instruction, std::size_t n);

/// Handlers of the ops that decoding puts around a watched instruction: in front of it, and behind a load
/// that may find nothing written, or a shuffle.
Handlers shadow_op_handlers(bool after);

} // namespace simulator
