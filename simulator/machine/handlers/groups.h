#pragma once

/// @file
/// Instructions with a lane mask: lanes with the same mask execute them together, as a group.

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "machine/warp.h"

namespace simulator {

/// Kind of value in a slot of an instruction with a mask.
enum class SlotKind : std::uint8_t { nothing, word, wide, predicate };

/// Operation of a group. Lanes at different instructions form a group if these have the same GroupOp, because
/// a compiler may have duplicated the instruction.
struct GroupOp {
    const char* function; ///< its name in CUDA C++
    /// Executes @p op for all lanes of a group that has arrived completely.
    void (*execute)(Warp& warp, const Op* op, Mask group);
    std::array<SlotKind, std::size(Op{}.slots)> slots; ///< kind of each slot
    std::size_t results;                               ///< number of result slots, which come first
};

/// Returns whether the lanes @p mask are one complete group: all have the same mask in @p masks, and no other
/// lane that it names can still arrive.
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

/// Executes @p op for the lanes @p mask in groups, by the masks in slot @p masks. Complete groups continue;
/// the lanes of the others wait for the missing ones. A lane that its own mask does not name stops the
/// kernel.
const Op* execute_in_groups(Warp& warp, const Op* op, Mask mask, Slot masks, const GroupOp& what);

/// Executes @p what for a group whose lanes wait on @p paths.
void execute_group(Warp& warp, const GroupOp& what, std::span<Path* const> paths);

} // namespace simulator
