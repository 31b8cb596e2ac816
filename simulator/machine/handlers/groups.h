#pragma once

/// @file
/// Instructions that take a mask: lanes that bring the same one execute them together, as a group.

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "machine/warp.h"

namespace simulator {

/// What a slot of an instruction with a mask holds.
enum class SlotKind : std::uint8_t { nothing, word, wide, predicate };

/// What the groups of an instruction do. Lanes that come to different instructions form a group if these have the
/// same GroupOp: a compiler may have made several of the one in the source.
struct GroupOp {
    const char* function; ///< what the instruction is in CUDA C++
    /// Executes @p op for all lanes of a group, which have come.
    void (*execute)(Warp& warp, const Op* op, Mask group);
    std::array<SlotKind, std::size(Op{}.slots)> slots; ///< what each holds
    std::size_t results;                               ///< so many slots, the first ones, are written
};

/// Whether the lanes @p mask are one group that is complete: all bring one mask in @p masks, and nobody else
/// whom it names can still come.
inline bool is_complete_group(const Warp& warp, Mask mask, Slot masks) {
    const auto* const brought = reinterpret_cast<const Mask*>(warp.lanes(masks));
    const Mask first = brought[std::countr_zero(mask)];
    if ((first & warp.existing_lanes() & ~warp.exited_lanes()) != mask) return false;
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
const Op* execute_in_groups(Warp& warp, const Op* op, Mask mask, Slot masks, const GroupOp& what);

/// Executes @p what for a group whose lanes wait on the paths @p paths.
void execute_group(Warp& warp, const GroupOp& what, std::span<Path* const> paths);

} // namespace simulator
