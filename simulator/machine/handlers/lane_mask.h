#pragma once

/// @file
/// Evaluation of a condition on the values of each lane; the result is the mask of lanes where it holds.

#include <utility>

#include "machine/handlers/elementwise.h"

namespace simulator {

/// Implements lanes_where() below, with an index per operand.
template <class F, class... A, std::size_t... n>
inline Mask lanes_where(const Warp& warp, const Slot* slots, std::index_sequence<n...>) {
    const std::byte* operands[] = {warp.lanes(slots[n])...};
    Mask result = 0;
    for (int lane = 0; lane < warp_size; ++lane)
        result |= F{}(read_lane<A>(operands[n], lane)...) ? Mask{1} << lane : Mask{0};
    return result;
}

/// Returns the lanes, active or not, in which `F(a, b)` holds, or `F(a)`, for operands of the types A... in
/// consecutive slots.
///
/// Every lane adds its own bit, so that the loop becomes a vector compare, an and, and an or.
template <class F, class... A> inline Mask lanes_where(const Warp& warp, const Slot* slots) {
    return lanes_where<F, A...>(warp, slots, std::index_sequence_for<A...>{});
}

} // namespace simulator
