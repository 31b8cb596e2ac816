#pragma once

/// @file
/// Address range of an access over all lanes.

#include <algorithm>
#include <bit>

#include "memory/access.h"

namespace simulator::checks {

/// Address range and alignment of all lanes together, so that most checks need not visit lanes one by one.
struct Extent {
    Address first = 0;   ///< lowest address
    Address last = 0;    ///< highest address of a lane, not of its last byte
    bool aligned = true; ///< all addresses are multiples of the access size

    /// Returns the bytes from the first to past the last.
    [[nodiscard]] std::uint64_t span(const Access& access) const { return last - first + access.bytes; }

    /// Returns the extent of the lanes in the mask. Their addresses must be set for every Shape.
    static Extent of(const Access& access) {
        const Address any_address = access.addresses[std::countr_zero(access.mask)];
        Extent extent = {.first = any_address, .last = any_address};
        Address bits = any_address;
        // With a negative index, the first lanes are at the top of the address space and the others at its
        // bottom.
        const bool wraps =
            access.shape == Shape::consecutive && access.addresses[warp_size - 1] < any_address;
        if (access.shape == Shape::consecutive && !wraps) {
            extent.last = access.addresses[warp_size - 1];
        } else if (access.shape == Shape::scattered || wraps) {
            for (unsigned lane = 0; lane < warp_size; ++lane) {
                const Address address = (access.mask >> lane & 1) != 0 ? access.addresses[lane] : any_address;
                extent.first = std::min(extent.first, address);
                extent.last = std::max(extent.last, address);
                bits |= address;
            }
        }
        extent.aligned = (bits & (access.bytes - 1u)) == 0;
        return extent;
    }
};

} // namespace simulator::checks
