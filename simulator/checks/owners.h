#pragma once

/// @file
/// The allocations that the lanes of an access belong to.

#include <array>

#include "memory/access.h"
#include "memory/device_memory.h"

namespace simulator::checks {

/// The live allocation of each lane of an access to global memory.
struct Owners {
    const Allocation* common = nullptr;                 ///< allocation of all lanes; null: see each
    std::array<const Allocation*, warp_size> each = {}; ///< allocation per lane if they differ

    /// Returns the allocation of a lane that has one.
    [[nodiscard]] const Allocation& of(unsigned lane) const {
        return common != nullptr ? *common : *each[lane];
    }
};

} // namespace simulator::checks
