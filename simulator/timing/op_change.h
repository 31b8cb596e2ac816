#pragma once

/// @file
/// How an SM's work would be if an instruction were otherwise than it is.

#include "counters/instruction_trace.h"

namespace simulator::timing {

/// What is otherwise about an instruction.
struct OpChange {
    double instructions = 1;    ///< factor of the machine instructions that it takes
    double latency = 1;         ///< factor of how long is waited for what it brings
    double demand = 1;          ///< factor of what L2 is asked for
    double passes = 1;          ///< factor of the passes over the banks of shared memory
    bool coalesced = false;     ///< neighbouring lanes have neighbouring bytes
    bool conflict_free = false; ///< no bank has to be read twice
    bool spread = false;        ///< lanes of an atomic have words of their own
    bool in_shared = false;     ///< it goes to shared memory in place of global memory or constants
};

/// What an access would have cost.
AccessCost apply_change(AccessCost cost, const OpChange& change);

} // namespace simulator::timing
