#pragma once

/// @file
/// The allocations that the lanes of an access go to.

#include <array>

#include "memory/access.h"
#include "memory/device_memory.h"

namespace simulator::checks {

/// For an access to global memory, the live allocation of each lane.
struct Owners {
    const Allocation* common = nullptr;                 ///< of all lanes; null: see each
    std::array<const Allocation*, warp_size> each = {}; ///< by lane, where they have none in common

    /// The allocation of a lane that has one.
    [[nodiscard]] const Allocation& of(unsigned lane) const {
        return common != nullptr ? *common : *each[lane];
    }
};

} // namespace simulator::checks
