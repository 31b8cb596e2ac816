#pragma once

/// @file
/// What becomes of the values in a function's registers.

#include <vector>

#include "ptx/module.h"

namespace simulator {

/// One bit a register. Values are followed from one register to the next, but not through memory.
struct ValueFlow {
    /// An instruction that does more than compute depends on it. What only feeds registers that nobody needs, ptxas
    /// leaves out.
    std::vector<bool> needed;
    /// It may decide something: which way a thread takes, which value it chooses, where it goes in memory, what an
    /// atomic does. What is only computed with and then stored decides nothing.
    std::vector<bool> controls;
    /// What a volatile or atomic store writes may be computed from it.
    std::vector<bool> reaches_release_store;
    /// It may be computed from what a volatile or atomic load has found.
    std::vector<bool> derives_from_strong_load;
};

/// Looks through the whole function.
ValueFlow value_flow(const ptx::Function& function);

} // namespace simulator
