#pragma once

/// @file
/// From where to where the lanes of an access go.

#include <algorithm>
#include <bit>

#include "memory/access.h"

namespace simulator::checks {

/// What holds for all lanes of an access together, so that most need not be looked at one by one.
struct Extent {
    Address first = 0;   ///< lowest address
    Address last = 0;    ///< highest address: that of an access, not of its last byte
    bool aligned = true; ///< all are multiples of the size

    /// Bytes from the first to behind the last.
    [[nodiscard]] std::uint64_t span(const Access& access) const { return last - first + access.bytes; }

    /// That of the lanes of the mask, whose addresses have to be there for every Shape.
    static Extent of(const Access& access) {
        const Address any_address = access.addresses[std::countr_zero(access.mask)];
        Extent extent = {.first = any_address, .last = any_address};
        Address bits = any_address;
        // A negative index in the first lanes: they are at the top of the address space, the others at its
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
