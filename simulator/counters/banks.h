#pragma once

/// @file
/// The banks of shared memory: 32 banks of four bytes, each of which serves one word at a time.
///
/// A request is served in passes: one pass for all lanes with up to 4 bytes per lane, two passes of half a
/// warp with 8 bytes, four of a quarter with 16. Each pass takes as many wavefronts as there are different
/// words in its busiest bank. Lanes that access the same word share it. Two passes of a load merge into one
/// if both lanes of every pair of neighbours (or of every pair at distance two) have the same address,
/// because the registers of both are then transferred together.

#include <bit>

#include "counters/lane_set.h"
#include "memory/access.h"

namespace simulator {

/// Returns whether the lanes' words are all in different banks, so that no two lanes access the same word
/// either. Takes one step per lane and no memory lookup.
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

/// Returns the number of passes of a request with @p bytes bytes per lane.
constexpr int passes_of(std::uint32_t bytes) { return bytes <= 4 ? 1 : bytes <= 8 ? 2 : 4; }

/// Returns the lanes of one of @p passes passes.
constexpr Mask lanes_of_pass(int pass, int passes) {
    const int width = warp_size / passes;
    return (all_lanes >> (warp_size - width)) << (pass * width);
}

/// Wavefronts over the banks.
struct Wavefronts {
    std::uint32_t taken = 0; ///< including bank conflicts
    std::uint32_t ideal = 0; ///< without conflicts; taken - ideal are bank conflicts
};

/// Returns the wavefronts of an access of @p bytes per lane. Most atomics serialize on one word: see
/// AtomicLowering.
Wavefronts wavefronts(const Access& access, std::uint32_t bytes, LaneSet& set);

} // namespace simulator
