#pragma once

/// @file
/// Hypothetical changes of an instruction, for a replay that answers what an SM would gain.

#include "counters/instruction_trace.h"

namespace simulator::timing {

/// Change of an instruction.
struct OpChange {
    double instructions = 1;    ///< factor of its SASS instructions
    double latency = 1;         ///< factor of the latency of its result
    double demand = 1;          ///< factor of its requests to L2
    double passes = 1;          ///< factor of its passes over the banks of shared memory
    bool coalesced = false;     ///< neighboring lanes access neighboring bytes
    bool conflict_free = false; ///< no bank conflicts
    bool spread = false;        ///< each lane of an atomic has its own word
    bool in_shared = false;     ///< accesses shared memory instead of global memory or constants
};

/// Returns the cost of an access after the change.
AccessCost apply_change(AccessCost cost, const OpChange& change);

} // namespace simulator::timing
