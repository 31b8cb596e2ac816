#pragma once

/// @file
/// Width of a load or a store: in memory, in its register, in elements.

#include <cstdint>

#include "machine/handlers/select.h"

namespace simulator {

/// Calls `make.operator()<T, Lane, elements>()`, where T is the type in memory and Lane the type in operand
/// @p n, which may be wider. Returns {} if PTX has no such access.
template <class T, int elements, class Make>
Handlers for_lane(const Decoding& decoding, std::size_t n, Make make) {
    // No access is wider than 16 bytes.
    if constexpr (sizeof(T) * elements > 16)
        return {};
    else {
        if (decoding.lane_bytes(n) == 8) return make.template operator()<T, std::uint64_t, elements>();
        if constexpr (sizeof(T) < 8) return make.template operator()<T, std::uint32_t, elements>();
        return {};
    }
}

/// Whether programs commonly use this access in loops: whole registers, and single narrower values.
template <class T, class Lane, int elements>
inline constexpr bool is_frequent = sizeof(T) == sizeof(Lane) || (elements == 1 && sizeof(Lane) == 4);

/// Calls `make.operator()<elements>()` for one element, or a vector of two or four.
template <class Make> Handlers for_elements(const Decoding& decoding, Make make) {
    if (decoding.has(ptx::Word::v4)) return make.template operator()<4>();
    if (decoding.has(ptx::Word::v2)) return make.template operator()<2>();
    return make.template operator()<1>();
}

} // namespace simulator
