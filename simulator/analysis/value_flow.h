#pragma once

/// @file
/// Data-flow analysis of the values in a function's registers.

#include <vector>

#include "ptx/module.h"

namespace simulator {

/// Results of the data-flow analysis, one bit per register. Values are followed through registers, but not
/// through memory.
struct ValueFlow {
    /// An instruction that does more than compute depends on the register. ptxas removes instructions that
    /// only feed registers that are not needed.
    std::vector<bool> needed;
    /// The register may control execution: a branch, a selected value, an address, the operands of an atomic.
    /// A value that is only computed with and then stored controls nothing.
    std::vector<bool> controls;
    /// The value of a volatile or atomic store may be computed from the register.
    std::vector<bool> reaches_release_store;
    /// The register may be computed from the value of a volatile or atomic load.
    std::vector<bool> derives_from_strong_load;
};

/// Analyzes the whole function.
ValueFlow value_flow(const ptx::Function& function);

} // namespace simulator
