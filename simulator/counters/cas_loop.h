#pragma once

/// @file
/// The CAS loop that ptxas emits for a floating-point atomicAdd in shared memory.
///
/// Each lane reads its word, adds, and stores by compare-and-swap if the word is unchanged
/// (`ATOMS.CAST.SPIN`). Per round, one lane of each bank succeeds, whichever words the others of the bank
/// access; these retry. So lanes delay each other if their words are in one bank, not only at the same
/// address.

#include <cstdint>

#include "memory/access.h"

namespace simulator {

/// Cost of a CAS loop.
struct CasLoop {
    std::uint16_t rounds = 0; ///< rounds until the last lane succeeds
    std::uint16_t reads = 0;  ///< passes over the banks for the reads of all rounds
};

/// Returns the cost of an atomic in shared memory, whose lanes succeed in their order.
CasLoop cas_loop(const Access& access);

} // namespace simulator
