#pragma once

/// @file
/// The words of four bytes that a warp's lanes ask for.

#include <bit>
#include <cstdint>

#include "observe/access.h"

namespace simulator {

/// Whether no two lanes of the mask ask for the same word, nor for words that are a multiple of 32 apart: then
/// they meet neither on an address nor in a bank. Quick, because it looks at each lane once and nowhere else.
inline bool lowest_words_differ(const Address* addresses, Mask mask) {
    Mask seen = 0;
    if (mask == all_lanes) {
        for (int lane = 0; lane < warp_size; ++lane) seen |= Mask{1} << (addresses[lane] >> 2 & 31);
    } else {
        for (Mask rest = mask; rest != 0; rest &= rest - 1)
            seen |= Mask{1} << (addresses[std::countr_zero(rest)] >> 2 & 31);
    }
    return std::popcount(seen) == std::popcount(mask);
}

} // namespace simulator
