#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "checks/race_check.h"

// Slow path: checks one location after the other, with its full access history.

namespace simulator::checks {

/// Checks all locations of an access, and reports the worst conflict.
void RaceCheck::check_locations(const AccessContext& context, FineShadow& fine, Address address, Mask lanes) {
    const Access& access = *context.access;
    if (access.bytes < 4 && !fine.bytes) fine.split();
    const auto [first, last] = fine.range(static_cast<unsigned>(address % ShadowLine::bytes), access.bytes);
    MaybeConflict worst;
    Address conflict_address = address;
    for (unsigned n = first; n <= last; ++n) {
        const Address at = address / ShadowLine::bytes * ShadowLine::bytes + n * (fine.bytes ? 1 : 4);
        const MaybeConflict found = check_location(context, fine, n, at, lanes);
        if (!found || (worst && (found->is_note() || !worst->is_note()))) continue;
        worst = found;
        conflict_address = std::max(at, address);
    }
    if (worst && !context.record_only) report(context, conflict_address, *worst);
}

RaceCheck::MaybeConflict RaceCheck::check_location(const AccessContext& context, FineShadow& fine,
                                                   unsigned index, Address address, Mask lanes) {
    if (context.strong || fine.history(index) != nullptr)
        return check_history(context, fine, index, address, lanes);
    if (context.writes) return write_cell(context, fine, index, address, first_lane(lanes));

    ShadowCell& cell = fine.cells[index];
    const MaybeConflict found = read_cell(context, cell, lanes);
    for (; lanes != 0; lanes &= lanes - 1) {
        const unsigned lane = first_lane(lanes);
        if (record_reader(context, cell, lane, context.shadow_access(lane))) continue;
        check_history(context, fine, index, address, lanes);
        break;
    }
    return found;
}

RaceCheck::MaybeConflict RaceCheck::read_cell(const AccessContext& context, ShadowCell& cell,
                                              Mask lanes) const {
    if (cell.write.none()) return std::nullopt;
    const auto pair = find_unordered(cell.write.warp_access(), context.view, lanes);
    if (!pair) return std::nullopt;
    return Conflict{.pair = *pair, .writes = true};
}

RaceCheck::MaybeConflict RaceCheck::write_cell(const AccessContext& context, FineShadow& fine, unsigned index,
                                               Address address, unsigned lane) {
    ShadowCell& cell = fine.cells[index];
    const Mask self = Mask{1} << lane;
    MaybeConflict found;
    for (const ShadowAccess& read : cell.reads) {
        if (is_before(read, context.view, lane)) continue;
        found = Conflict{.pair = *find_unordered(read.warp_access(), context.view, self)};
    }
    if (!found && !is_before(cell.write, context.view, lane)) {
        found =
            Conflict{.pair = *find_unordered(cell.write.warp_access(), context.view, self), .writes = true};
        found->same_value = writes_same_value(context, fine, address, found->pair);
        if (found->same_value) {
            check_history(context, fine, index, address, self);
            return found;
        }
    }
    cell = {.write = context.shadow_access(lane), .reads = {}};
    return found;
}

RaceCheck::MaybeConflict RaceCheck::check_history(const AccessContext& context, FineShadow& fine,
                                                  unsigned index, Address address, Mask lanes) {
    ShadowCell& cell = fine.cells[index];
    const bool is_new = fine.history(index) == nullptr;
    AccessHistory& history = is_new ? fine.make_history(index) : *fine.history(index);
    if (is_new) {
        if (!cell.write.none()) history.writers.append(cell.write.warp_access());
        for (const ShadowAccess& read : cell.reads) {
            if (!read.none()) history.readers.append(read.warp_access());
        }
        cell = {};
    }
    if (context.access->space == MemorySpace::shared) history.forget_before_barrier(context.view);
    if (!context.strong && history.empty()) {
        fine.drop_history(index);
        return check_location(context, fine, index, address, lanes);
    }
    MaybeConflict found = find_conflict(context, history, lanes);
    if (context.strong && context.access->is_read_modify_write)
        track_update(context, history, address, lanes, found);
    if (found && context.writes && !context.strong && found->writes && !found->strong)
        found->same_value = writes_same_value(context, fine, address, found->pair);
    if (!context.writes || context.strong || (found && found->same_value)) {
        record_in_history(context, history, lanes);
        return found;
    }
    // A weak write that is ordered after all recorded accesses, or whose race has been found, replaces them:
    // only it matters from now on.
    fine.drop_history(index);
    cell = {.write = context.shadow_access(first_lane(lanes)), .reads = {}};
    return found;
}

/// Checks weak writers last: only for them it matters whether the values are equal.
RaceCheck::MaybeConflict RaceCheck::find_conflict(const AccessContext& context, const AccessHistory& history,
                                                  Mask lanes) const {
    const WarpView& view = context.view;
    const MaybeConflict read = context.writes ? find_read_conflict(context, history, lanes) : std::nullopt;
    if (read && !read->is_note()) return read;
    const MaybeConflict strong_write =
        context.strong ? std::nullopt : find_strong_write_conflict(context, history, lanes);
    if (strong_write && !strong_write->is_note()) return strong_write;
    if (!context.strong && context.writes) {
        if (const auto pair = history.strong_readers.find_unordered(view, lanes))
            return Conflict{.pair = *pair, .strong = true};
    }
    if (const auto pair = history.writers.find_unordered(view, lanes))
        return Conflict{.pair = *pair, .writes = true};
    if (read) return read;
    if (strong_write) return strong_write;
    return context.strong ? find_among_strong(context, history, lanes) : std::nullopt;
}

/// Finds an unordered weak read. For a compare-and-swap, prefers one of other bytes than exactly its own.
RaceCheck::MaybeConflict RaceCheck::find_read_conflict(const AccessContext& context,
                                                       const AccessHistory& history, Mask lanes) const {
    const auto pair = history.readers.find_unordered(context.view, lanes);
    if (!pair) return std::nullopt;
    if (context.access->lowering != AtomicLowering::compare_and_swap ||
        !is_same_word(context, pair->earlier_op))
        return Conflict{.pair = *pair};
    const auto other = history.readers.find_unordered(context.view, lanes, [&](std::uint32_t op) {
        return !is_same_word(context, op);
    });
    return Conflict{.pair = other.value_or(*pair), .plain_read = !other};
}

/// Finds an unordered strong write. For a weak read, prefers one that is not a compare-and-swap of exactly
/// its bytes.
RaceCheck::MaybeConflict RaceCheck::find_strong_write_conflict(const AccessContext& context,
                                                               const AccessHistory& history,
                                                               Mask lanes) const {
    const auto is_harmless = [&](std::uint32_t op) {
        return !context.writes && instruction_accesses_[op].lowering == AtomicLowering::compare_and_swap &&
               is_same_word(context, op);
    };
    MaybeConflict harmless;
    for (Mask rest = history.strong_writers.empty() ? 0 : lanes; rest != 0; rest &= rest - 1) {
        const Mask self = rest & -rest;
        if (history.observers.any_before(context.view, self)) continue;
        const auto pair = history.strong_writers.find_unordered(context.view, self);
        if (!pair) continue;
        if (!is_harmless(pair->earlier_op)) return Conflict{.pair = *pair, .writes = true, .strong = true};
        const auto other = history.strong_writers.find_unordered(context.view, self, [&](std::uint32_t op) {
            return !is_harmless(op);
        });
        if (other) return Conflict{.pair = *other, .writes = true, .strong = true};
        if (!harmless) harmless = Conflict{.pair = *pair, .writes = true, .strong = true, .plain_read = true};
    }
    return harmless;
}

/// Returns whether an access and an overlapping instruction access exactly the same bytes, without tearing.
bool RaceCheck::is_same_word(const AccessContext& context, std::uint32_t op) const {
    const std::uint8_t bytes = context.access->bytes;
    return bytes == instruction_accesses_[op].bytes && (bytes == 4 || bytes == 8);
}

void RaceCheck::record_in_history(const AccessContext& context, AccessHistory& history, Mask lanes) const {
    const WarpAccess now = warp_access(context, lanes);
    if (context.strong) {
        record_strong_in_history(context, history, now);
    } else if (context.writes) {
        ConcurrentAccesses writers = std::move(history.writers);
        history.clear();
        writers.add(now, context.view, detail_);
        history.writers = std::move(writers);
    } else {
        history.readers.add(now, context.view, detail_);
    }
}

/// Returns whether a lane writes the value that the earlier thread of @p pair wrote: a lower lane of the same
/// instruction, or any other thread, whose value is in memory. False if the values are unknown.
bool RaceCheck::writes_same_value(const AccessContext& context, const FineShadow& fine, Address address,
                                  const UnorderedPair& pair) const {
    const Access& access = *context.access;
    if (access.values == nullptr) return false;
    const std::size_t size = fine.bytes ? 1 : 4;
    const std::byte* mine = access.values + pair.lane * 16 + (address - access.addresses[pair.lane]);
    const unsigned lane = pair.earlier.lane();
    const bool same_warp =
        pair.earlier.block == context.view.block() && pair.earlier.warp() == context.view.warp();
    if (same_warp && lane < pair.lane && (access.mask >> lane & 1) != 0 &&
        access.addresses[lane] == access.addresses[pair.lane]) {
        return std::memcmp(mine, access.values + lane * 16 + (address - access.addresses[lane]), size) == 0;
    }
    return context.area.bytes != nullptr &&
           std::memcmp(mine, context.area.bytes + (address - context.area.begin), size) == 0;
}

WarpAccess RaceCheck::warp_access(const AccessContext& context, Mask lanes) const {
    return {.block = context.view.block(),
            .warp = context.view.warp(),
            .epoch = context.view.epoch(first_lane(lanes)),
            .lanes = lanes,
            .op = context.access->op};
}

} // namespace simulator::checks
