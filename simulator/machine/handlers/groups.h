#pragma once

/// @file
/// Instructions that take a mask: lanes that bring the same one execute them together, as a group.

#include <bit>
#include <cstdint>

#include "machine/warp.h"

namespace simulator {

/// What the groups of an instruction do.
struct GroupOp {
    Meeting meeting;      ///< where the lanes of a group come together
    const char* function; ///< what the instruction is in CUDA C++
    Execute execute;      ///< called for each group, when all its lanes have come
};

/// Whether the lanes @p mask are one group that is complete: all bring one mask in @p masks, and nobody else
/// whom it names can still come.
inline bool one_complete_group(const Warp& warp, Mask mask, Slot masks) {
    const auto* const brought = reinterpret_cast<const Mask*>(warp.lanes(masks));
    const Mask first = brought[std::countr_zero(mask)];
    if ((first & warp.existing() & ~warp.exited()) != mask) return false;
    if (masks.bank() == 1) return true; // a constant
    Mask different = 0;
    if (mask == all_lanes) {
        for (int lane = 0; lane < warp_size; ++lane) different |= brought[lane] ^ first;
    } else {
        for (int lane = 0; lane < warp_size; ++lane)
            different |= (brought[lane] ^ first) & (0 - (mask >> lane & 1));
    }
    return different == 0;
}

/// Lets the lanes @p mask execute @p op in groups, by the masks that they bring in @p masks. Groups that are
/// complete go on; the lanes of the others wait for those that are missing. A lane that its own mask does not
/// name stops the kernel.
const Op* in_groups(Warp& warp, const Op* op, Mask mask, Slot masks, const GroupOp& what);

} // namespace simulator
