#include <algorithm>
#include <bit>

#include "checks/race_check.h"

// Fast path: lanes whose words can be checked by a ShadowCell, which is nearly all of them.

namespace simulator::checks {

void RaceCheck::check_lanes(const AccessContext& context, Mask lanes) {
    const Access& access = *context.access;
    const bool words = access.bytes >= 4;
    if (context.writes || context.strong) {
        reset_redundant_words(context, lanes);
    } else if (words && !detail_.inside_blocks) {
        lanes &= ~redundant_lanes(context, lanes);
    }
    FineShadow* fine = nullptr;
    const LogicalTime latest = context.view.latest_epoch();
    std::uint64_t number = 0;
    while (lanes != 0) {
        const Mask group = lanes_at_one_address(context, lanes);
        lanes &= ~group;
        const Address address = access.addresses[first_lane(group)];
        if (fine == nullptr || number != address / ShadowLine::bytes) {
            number = address / ShadowLine::bytes;
            fine = &context.area.lines->line(number).refine();
            fine->latest = std::max(fine->latest, latest);
        }
        if (words && !fine->bytes && try_fast_words(context, *fine, address, group)) continue;
        check_locations(context, *fine, address, group);
    }
}

/// Returns the lanes whose weak load cannot find or cause a new race, because enough loads are recorded: most
/// lanes of most kernels.
Mask RaceCheck::redundant_lanes(const AccessContext& context, Mask lanes) const {
    const Access& access = *context.access;
    const auto words = static_cast<Mask>((1u << access.bytes / 4) - 1);
    std::uint64_t number = ~std::uint64_t{0};
    Mask redundant_words = 0;
    Mask result = 0;
    for (; lanes != 0; lanes &= lanes - 1) {
        const Address address = access.addresses[first_lane(lanes)];
        if (number != address / ShadowLine::bytes) {
            number = address / ShadowLine::bytes;
            const FineShadow* fine = context.area.lines->line(number).fine.get();
            redundant_words =
                fine != nullptr ? fine->redundant_words(context.view.block(), context.view.epoch()) : 0;
        }
        if ((~redundant_words & words << address % ShadowLine::bytes / 4) == 0) result |= lanes & -lanes;
    }
    return result;
}

/// Makes loads of the lines count again, because a lane writes.
void RaceCheck::reset_redundant_words(const AccessContext& context, Mask lanes) const {
    std::uint64_t number = ~std::uint64_t{0};
    for (; lanes != 0; lanes &= lanes - 1) {
        const Address address = context.access->addresses[first_lane(lanes)];
        if (number == address / ShadowLine::bytes) continue;
        number = address / ShadowLine::bytes;
        FineShadow* fine = context.area.lines->line(number).fine.get();
        if (fine != nullptr) fine->redundant_at_epoch = fine->redundant_for_all = 0;
    }
}

/// Returns the first lane, and the lanes after it that read the same address.
Mask RaceCheck::lanes_at_one_address(const AccessContext& context, Mask lanes) const {
    const Access& access = *context.access;
    Mask group = lanes & -lanes;
    if (access.kind != AccessKind::load || !context.view.uniform()) return group;
    if (access.shape == Shape::uniform) return lanes;
    if (access.shape == Shape::consecutive) return group;
    const Address address = access.addresses[first_lane(lanes)];
    for (Mask rest = lanes & (lanes - 1); rest != 0; rest &= rest - 1) {
        if (access.addresses[first_lane(rest)] != address) break;
        group |= rest & -rest;
    }
    return group;
}

/// Records an access to whole words in their cells; false if a word needs check_locations().
bool RaceCheck::try_fast_words(const AccessContext& context, FineShadow& fine, Address address,
                               Mask lanes) const {
    const unsigned first = address % ShadowLine::bytes / 4;
    const unsigned end = first + context.access->bytes / 4u;
    for (unsigned n = first; n < end; ++n) {
        AccessHistory* history = fine.history(n);
        const bool passed = history != nullptr ? try_fast_history(context, *history, lanes)
                                               : try_fast_cell(context, fine.cells[n], lanes);
        if (!passed) return false;
        if (history == nullptr && !context.writes) note_redundant_word(context, fine, n);
    }
    return true;
}

/// Marks a word as redundant for further loads if two representative reads are recorded, and if the word has
/// no write or the block's last barrier orders the write before them.
void RaceCheck::note_redundant_word(const AccessContext& context, FineShadow& fine, unsigned index) const {
    const auto& [write, reads] = fine.cells[index];
    const std::uint32_t block = context.view.block();
    const LogicalTime epoch = context.view.epoch();
    if (reads[1].none() || !are_representative(reads[0], reads[1], reads[0])) return;
    if (write.none() && reads[0].block() != reads[1].block()) {
        fine.redundant_for_all |= Mask{1} << index;
    } else if (write.none() || context.view.is_before_barrier(write.block(), write.epoch())) {
        if (fine.redundant_block != block || fine.redundant_epoch != epoch) fine.redundant_at_epoch = 0;
        fine.redundant_block = block;
        fine.redundant_epoch = epoch;
        fine.redundant_at_epoch |= Mask{1} << index;
    }
}

/// Handles a location that only atomics access: each of them observes those before it.
bool RaceCheck::try_fast_history(const AccessContext& context, AccessHistory& history, Mask lanes) const {
    if (context.access->kind != AccessKind::atomic || !history.writers.empty() || !history.readers.empty())
        return false;
    if (history.strong_writers.any([&](std::uint32_t op) { return is_other_size(context, op); }))
        return false;
    if (context.block_scope() || !history.block_scope_writers.empty() || !history.block_scope_readers.empty())
        return false;
    history.strong_writers.clear();
    history.strong_readers.clear();
    history.observers.clear();
    history.storers.clear();
    ++history.strong_writes;
    history.strong_writers.append(warp_access(context, lanes));
    return true;
}

bool RaceCheck::try_fast_cell(const AccessContext& context, ShadowCell& cell, Mask lanes) const {
    const unsigned lane = first_lane(lanes);
    if (context.strong) return false;
    if (context.writes) {
        if (!is_before(cell.write, context.view, lane) || !is_before(cell.reads[0], context.view, lane) ||
            !is_before(cell.reads[1], context.view, lane))
            return false;
        cell = {.write = context.shadow_access(lane), .reads = {}};
        return true;
    }
    const Mask others = lanes & (lanes - 1);
    if (others == 0)
        return is_before(cell.write, context.view, lane) &&
               record_reader(context, cell, lane, context.shadow_access(lane));
    // If only barriers of the whole block order threads, two threads represent all.
    if (detail_.inside_blocks || !is_before_all(cell.write, context.view)) return false;
    const unsigned second = first_lane(others);
    return record_reader(context, cell, lane, context.shadow_access(lane)) &&
           record_reader(context, cell, second, context.shadow_access(second));
}

/// Records a weak read in a cell. Returns false if the cell has no space for it.
bool RaceCheck::record_reader(const AccessContext& context, ShadowCell& cell, unsigned lane,
                              const ShadowAccess& now) const {
    auto& [first, second] = cell.reads;
    if (!second.none() && are_representative(first, second, now)) return true;
    const bool second_before = is_before(second, context.view, lane);
    if (is_before(first, context.view, lane)) {
        first = now;
        if (second_before) second = {};
        return true;
    }
    if (second_before) {
        second = now;
        return true;
    }
    if (detail_.between_blocks || first.block() == now.block()) return false;
    second = now; // a second block, in addition to the first
    return true;
}

/// Returns whether two reads represent a third one. If nothing orders blocks, two blocks represent all. If
/// only whole barriers order the threads of a block, two threads represent all that read after the same
/// barrier.
bool RaceCheck::are_representative(const ShadowAccess& first, const ShadowAccess& second,
                                   const ShadowAccess& now) const {
    if (detail_.between_blocks) return false;
    if (first.block() != second.block()) return true;
    return !detail_.inside_blocks && first.block() == now.block() && first.epoch() == now.epoch() &&
           second.epoch() == now.epoch() && first.thread() != second.thread();
}

} // namespace simulator::checks
