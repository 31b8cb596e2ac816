#pragma once

/// @file
/// The banks of shared memory: 32, each four bytes wide and able to serve one word at a time.
///
/// A request is served in passes: all lanes at once up to 4 bytes a lane, the two halves of the warp one
/// after the other with 8 bytes, the four quarters with 16. Each pass takes as many wavefronts as the busiest
/// bank has different words to give. Lanes that want the same word get it together. Two passes of a load
/// become one where each two lanes that are neighbours (or, everywhere, next but one to each other) have the
/// same address, because the registers of both then travel together.

#include <bit>

#include "counters/lane_set.h"
#include "memory/access.h"

namespace simulator {

/// Whether the words that lanes ask for are all in different banks, so that no two lanes want the same word
/// either. Quick, because it looks at each lane once and nowhere else.
inline bool in_different_banks(const Address* addresses, Mask mask) {
    Mask busy = 0;
    if (mask == all_lanes) {
        for (int lane = 0; lane < warp_size; ++lane) busy |= Mask{1} << (addresses[lane] >> 2 & 31);
    } else {
        for (Mask rest = mask; rest != 0; rest &= rest - 1)
            busy |= Mask{1} << (addresses[std::countr_zero(rest)] >> 2 & 31);
    }
    return std::popcount(busy) == std::popcount(mask);
}

/// How many passes a request with so many bytes a lane takes.
constexpr int passes_of(std::uint32_t bytes) { return bytes <= 4 ? 1 : bytes <= 8 ? 2 : 4; }

/// The lanes of one pass of several.
constexpr Mask lanes_of_pass(int pass, int passes) {
    const int width = warp_size / passes;
    return (all_lanes >> (warp_size - width)) << (pass * width);
}

/// Passes over the banks.
struct Wavefronts {
    std::uint32_t taken = 0; ///< conflicts included
    std::uint32_t ideal = 0; ///< without conflicts; the rest of those taken are bank conflicts
};

/// What a load or store of @p bytes a lane takes. Most atomics on one word wait for each other: AtomicLowering.
Wavefronts wavefronts(const Access& access, std::uint32_t bytes, LaneSet& set);

} // namespace simulator
