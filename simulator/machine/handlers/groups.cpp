#include "machine/handlers/groups.h"

#include <algorithm>
#include <cstring>

#include "finding_messages/machine_messages.h"
#include "machine/core.h"

namespace simulator {

namespace machine_messages = kernelsmith::machine_messages;

namespace {

const Op* report_unnamed_lane(Warp& warp, const Op* op, Mask lanes, const Mask* brought,
                              const char* function) {
    const int lane = std::countr_zero(lanes);
    return warp.fault(FaultKind::trap, FindingKind::trap, op, lanes,
                      {machine_messages::own_lane_is_not_in_mask,
                       {{"function", function}, {"mask", brought[lane]}, {"lane", lane}}},
                      machine_messages::name_own_lane_in_mask);
}

// Storage for the values of one slot.
struct alignas(64) SlotValues {
    std::byte bytes[8 * warp_size] = {};
};

void copy_lanes(std::byte* to, const std::byte* from, Mask mask, std::size_t bytes) {
    for (; mask != 0; mask &= mask - 1) {
        const std::size_t place = static_cast<std::size_t>(std::countr_zero(mask)) * bytes;
        std::memcpy(to + place, from + place, bytes);
    }
}

void copy_lanes(std::byte* to, const std::byte* from, Mask mask, SlotKind kind) {
    switch (kind) {
        case SlotKind::nothing: break;
        case SlotKind::word: copy_lanes(to, from, mask, 4); break;
        case SlotKind::wide: copy_lanes(to, from, mask, 8); break;
        case SlotKind::predicate: {
            Mask& all = *reinterpret_cast<Mask*>(to);
            all = (all & ~mask) | (*reinterpret_cast<const Mask*>(from) & mask);
            break;
        }
    }
}

// For lanes at different instructions, or with registers in different frames: gathers their values as if they
// were the registers of one instruction, and scatters the results.
void execute_gathered(Warp& warp, const GroupOp& what, std::span<Path* const> paths) {
    std::array<SlotValues, std::size(Op{}.slots)> values;
    Op gathered = *paths.front()->op;
    gathered.negated = 0;
    for (std::size_t slot = 0; slot < values.size(); ++slot)
        gathered.slots[slot].bits = static_cast<std::uint32_t>(slot * sizeof(SlotValues));
    Mask group = 0;
    for (const Path* const path : paths) {
        group |= path->mask;
        warp.base[0] = path->frame->registers.get();
        for (std::size_t slot = what.results; slot < values.size(); ++slot) {
            const bool negated = (path->op->negated >> slot & 1) != 0;
            Mask opposite = 0;
            const std::byte* from = nullptr;
            if (what.slots[slot] == SlotKind::predicate && negated) {
                opposite = ~warp.predicate(path->op->slots[slot]);
                from = reinterpret_cast<const std::byte*>(&opposite);
            } else {
                from = warp.lanes(path->op->slots[slot]);
            }
            copy_lanes(values[slot].bytes, from, path->mask, what.slots[slot]);
        }
    }
    warp.base[0] = values.front().bytes;
    what.execute(warp, &gathered, group);
    for (const Path* const path : paths) {
        warp.base[0] = path->frame->registers.get();
        for (std::size_t slot = 0; slot < what.results; ++slot)
            copy_lanes(warp.lanes(path->op->slots[slot]), values[slot].bytes, path->mask, what.slots[slot]);
    }
}

} // namespace

void execute_group(Warp& warp, const GroupOp& what, std::span<Path* const> paths) {
    const Path& first = *paths.front();
    std::byte* const registers = warp.base[0];
    const bool in_one_place = std::ranges::all_of(paths, [&](const Path* path) {
        return path->op == first.op && path->frame == first.frame;
    });
    if (in_one_place) {
        Mask group = 0;
        for (const Path* const path : paths) group |= path->mask;
        warp.base[0] = first.frame->registers.get();
        what.execute(warp, first.op, group);
    } else {
        execute_gathered(warp, what, paths);
    }
    warp.base[0] = registers;
}

const Op* execute_in_groups(Warp& warp, const Op* op, Mask mask, Slot masks, const GroupOp& what) {
    const auto* const brought = reinterpret_cast<const Mask*>(warp.lanes(masks));
    Mask unnamed_lanes = 0;
    for (int lane = 0; lane < warp_size; ++lane) unnamed_lanes |= ~brought[lane] & mask & Mask{1} << lane;
    if (unnamed_lanes != 0) return report_unnamed_lane(warp, op, unnamed_lanes, brought, what.function);

    Mask waiting = 0;
    for (Mask rest = mask; rest != 0;) {
        const Mask wanted = brought[std::countr_zero(rest)];
        Mask group = 0;
        for (int lane = 0; lane < warp_size; ++lane)
            group |= brought[lane] == wanted ? rest & Mask{1} << lane : Mask{0};
        rest &= ~group;
        if (!warp.join_group(op, group, wanted, what)) waiting |= group;
    }
    return waiting == 0 ? op + 1 : warp.continue_path(op, warp.active & ~waiting);
}

} // namespace simulator
