#pragma once

/// @file
/// The loop that machine code makes of an atomic which adds floats in shared memory.
///
/// Each lane reads its word, adds, and swaps if nobody else has changed the word meanwhile (`ATOMS.CAST.SPIN`). In a round one
/// lane of each bank comes through, whatever words the others of the bank are after; these go round again. So lanes hold each
/// other up where their words lie in one bank, not only where they meet on one word.

#include <cstdint>

#include "memory/access.h"

namespace simulator {

/// What the loop takes.
struct CasLoop {
    std::uint16_t rounds = 0; ///< until the last lane is through
    std::uint16_t reads = 0;  ///< passes over the banks that reading takes, of all rounds
};

/// Of an atomic in shared memory, whose lanes come through in their order.
CasLoop cas_loop(const Access& access);

} // namespace simulator
