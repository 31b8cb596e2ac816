#pragma once

/// @file
/// Iteration over the lanes of a mask.

#include <bit>

#include "memory/access.h"

namespace simulator {

/// Calls @p function with the number of each lane of @p mask, the lowest first.
template <typename Function> void for_each_lane(Mask mask, Function&& function) {
    for (; mask != 0; mask &= mask - 1) function(static_cast<unsigned>(std::countr_zero(mask)));
}

} // namespace simulator
