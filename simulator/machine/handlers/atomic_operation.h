#pragma once

/// @file
/// The code that all atomic instructions share: addresses, checks, counters, and the lookup of memory. An
/// operation supplies its effect on the lanes.

#include <cstddef>
#include <cstdint>

#include "machine/handlers/memory.h"
#include "machine/warp.h"

namespace simulator {

/// The lanes of a warp at an atomic.
struct AtomicLanes {
    Mask mask;                    ///< lanes that execute it
    const Address* addresses;     ///< per lane
    const LanePointers& pointers; ///< per lane that may access its address
    const std::byte* first;       ///< the operand after the address
    const std::byte* second;      ///< the operand after `first`; the same register if there is only one
    std::byte* result;            ///< receives the old value; null for `red`
    bool is_single_core;          ///< no other core runs blocks of this launch
};

/// An atomic operation on values of one type. The handlers of all operations share the code around these
/// functions.
struct AtomicOperation {
    std::uint32_t bytes;                    ///< per lane
    int sources;                            ///< operands after the address
    bool returns;                           ///< `atom`: the result comes first, before the address
    bool (*in_global)(const AtomicLanes&);  ///< performs it on global memory
    bool (*elsewhere)(const AtomicLanes&);  ///< performs it on another space
    bool (*sums_first)(const AtomicLanes&); ///< add_sums(); null if sums depend on the order

    /// Returns the index of the address's slot.
    [[nodiscard]] int address_slot() const { return returns ? 1 : 0; }
};

/// Executes @p operation on addresses in @p space, as a Handler does.
const Op* run_atomic(const AtomicOperation& operation, Warp& warp, const Op* op, Mask mask,
                     MemorySpace space);

/// Executes @p operation on generic addresses.
const Op* run_generic_atomic(const AtomicOperation& operation, Warp& warp, const Op* op, Mask mask);

} // namespace simulator
