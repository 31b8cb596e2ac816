#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "checks/race_check.h"

// The careful way: place by place, with everybody who was there.

namespace simulator::checks {

/// Looks at all places of an access, and tells what is wrong.
void RaceCheck::look_closely(const Look& look, Places& places, Address address, Mask lanes) {
    const Access& access = *look.access;
    if (access.bytes < 4 && !places.bytes) places.split();
    const auto [first, last] = places.range(static_cast<unsigned>(address % Line::bytes), access.bytes);
    Found worst;
    Address where = address;
    for (unsigned n = first; n <= last; ++n) {
        const Address at = address / Line::bytes * Line::bytes + n * (places.bytes ? 1 : 4);
        const Found found = look_at_place(look, places, n, at, lanes);
        if (!found || (worst && (found->is_note() || !worst->is_note()))) continue;
        worst = found;
        where = std::max(at, address);
    }
    if (worst && !look.silent) report(look, where, *worst);
}

RaceCheck::Found RaceCheck::look_at_place(const Look& look, Places& places, unsigned place, Address address,
                                          Mask lanes) {
    if (look.strong || places.crowd(place) != nullptr)
        return look_at_crowd(look, places, place, address, lanes);
    if (look.writes) return write_cell(look, places, place, address, first_lane(lanes));

    Cell& cell = places.cells[place];
    const Found found = read_cell(look, cell, lanes);
    for (; lanes != 0; lanes &= lanes - 1) {
        const unsigned lane = first_lane(lanes);
        if (note_reader(look, cell, lane, look.mark(lane))) continue;
        look_at_crowd(look, places, place, address, lanes);
        break;
    }
    return found;
}

RaceCheck::Found RaceCheck::read_cell(const Look& look, Cell& cell, Mask lanes) const {
    if (cell.write.none()) return std::nullopt;
    const auto who = find_unordered(cell.write.party(), look.view, lanes);
    if (!who) return std::nullopt;
    return Conflict{.who = *who, .writes = true};
}

RaceCheck::Found RaceCheck::write_cell(const Look& look, Places& places, unsigned place, Address address,
                                       unsigned lane) {
    Cell& cell = places.cells[place];
    const Mask self = Mask{1} << lane;
    Found found;
    for (const Mark& read : cell.reads) {
        if (is_before(read, look.view, lane)) continue;
        found = Conflict{.who = *find_unordered(read.party(), look.view, self)};
    }
    if (!found && !is_before(cell.write, look.view, lane)) {
        found = Conflict{.who = *find_unordered(cell.write.party(), look.view, self), .writes = true};
        found->same_value = writes_same_value(look, places, address, found->who);
        if (found->same_value) {
            look_at_crowd(look, places, place, address, self);
            return found;
        }
    }
    cell = {.write = look.mark(lane), .reads = {}};
    return found;
}

RaceCheck::Found RaceCheck::look_at_crowd(const Look& look, Places& places, unsigned place, Address address,
                                          Mask lanes) {
    Cell& cell = places.cells[place];
    const bool is_new = places.crowd(place) == nullptr;
    Crowd& crowd = is_new ? places.make_crowd(place) : *places.crowd(place);
    if (is_new) {
        if (!cell.write.none()) crowd.writers.add_known(cell.write.party());
        for (const Mark& read : cell.reads) {
            if (!read.none()) crowd.readers.add_known(read.party());
        }
        cell = {};
    }
    if (look.access->space == MemorySpace::shared) crowd.forget_before_barrier(look.view);
    if (!look.strong && crowd.empty()) {
        places.drop_crowd(place);
        return look_at_place(look, places, place, address, lanes);
    }
    Found found = find_conflict(look, crowd, lanes);
    if (look.strong && look.access->updates) follow_update(look, crowd, address, lanes, found);
    if (found && look.writes && !look.strong && found->writes && !found->strong)
        found->same_value = writes_same_value(look, places, address, found->who);
    if (!look.writes || look.strong || (found && found->same_value)) {
        note_in_crowd(look, crowd, lanes);
        return found;
    }
    // A write that comes after all others, or that has been told to race with them, is all that matters from
    // now on.
    places.drop_crowd(place);
    cell = {.write = look.mark(first_lane(lanes)), .reads = {}};
    return found;
}

/// Weak writers are looked at last: only with them the same value makes a difference.
RaceCheck::Found RaceCheck::find_conflict(const Look& look, const Crowd& crowd, Mask lanes) const {
    const View& view = look.view;
    const Found read = look.writes ? find_read_conflict(look, crowd, lanes) : std::nullopt;
    if (read && !read->is_note()) return read;
    const Found strong_write = look.strong ? std::nullopt : find_strong_write_conflict(look, crowd, lanes);
    if (strong_write && !strong_write->is_note()) return strong_write;
    if (!look.strong && look.writes) {
        if (const auto who = crowd.strong_readers.find_unordered(view, lanes))
            return Conflict{.who = *who, .strong = true};
    }
    if (const auto who = crowd.writers.find_unordered(view, lanes))
        return Conflict{.who = *who, .writes = true};
    if (read) return read;
    if (strong_write) return strong_write;
    return look.strong ? find_among_strong(look, crowd, lanes) : std::nullopt;
}

/// A weak reader: one of other bytes than an atomic's, if there is any.
RaceCheck::Found RaceCheck::find_read_conflict(const Look& look, const Crowd& crowd, Mask lanes) const {
    const auto who = crowd.readers.find_unordered(look.view, lanes);
    if (!who) return std::nullopt;
    if (look.access->lowering != AtomicLowering::compare_and_swap || !is_whole(look, who->earlier_op)) return Conflict{.who = *who};
    const auto other =
        crowd.readers.find_unordered(look.view, lanes, [&](std::uint32_t op) { return !is_whole(look, op); });
    return Conflict{.who = other.value_or(*who), .plain_read = !other};
}

/// A strong writer: one that is more than a compare-and-swap of the bytes of a weak read, if there is any.
RaceCheck::Found RaceCheck::find_strong_write_conflict(const Look& look, const Crowd& crowd,
                                                       Mask lanes) const {
    const auto is_harmless = [&](std::uint32_t op) {
        return !look.writes && manners_[op].lowering == AtomicLowering::compare_and_swap && is_whole(look, op);
    };
    Found harmless;
    for (Mask rest = crowd.strong_writers.empty() ? 0 : lanes; rest != 0; rest &= rest - 1) {
        const Mask self = rest & -rest;
        if (crowd.observers.any_before(look.view, self)) continue;
        const auto who = crowd.strong_writers.find_unordered(look.view, self);
        if (!who) continue;
        if (!is_harmless(who->earlier_op)) return Conflict{.who = *who, .writes = true, .strong = true};
        const auto other = crowd.strong_writers.find_unordered(look.view, self, [&](std::uint32_t op) {
            return !is_harmless(op);
        });
        if (other) return Conflict{.who = *other, .writes = true, .strong = true};
        if (!harmless) harmless = Conflict{.who = *who, .writes = true, .strong = true, .plain_read = true};
    }
    return harmless;
}

/// Whether an access and an instruction that meet go to just the same bytes, in one piece.
bool RaceCheck::is_whole(const Look& look, std::uint32_t op) const {
    const std::uint8_t bytes = look.access->bytes;
    return bytes == manners_[op].bytes && (bytes == 4 || bytes == 8);
}

void RaceCheck::note_in_crowd(const Look& look, Crowd& crowd, Mask lanes) const {
    const Party now = party(look, lanes);
    if (look.strong) {
        note_strong_in_crowd(look, crowd, now);
    } else if (look.writes) {
        PartySet writers = std::move(crowd.writers);
        crowd.clear();
        writers.add(now, look.view, detail_);
        crowd.writers = std::move(writers);
    } else {
        crowd.readers.add(now, look.view, detail_);
    }
}

/// Compares what a lane writes with what @p who wrote: a lower lane in this very instruction, or what is
/// there.
bool RaceCheck::writes_same_value(const Look& look, const Places& places, Address address,
                                  const Unordered& who) const {
    const Access& access = *look.access;
    if (access.values == nullptr) return false;
    const std::size_t size = places.bytes ? 1 : 4;
    const std::byte* mine = access.values + who.lane * 16 + (address - access.addresses[who.lane]);
    const unsigned lane = who.earlier.lane();
    const bool same_warp = who.earlier.block == look.view.block() && who.earlier.warp() == look.view.warp();
    if (same_warp && lane < who.lane && (access.mask >> lane & 1) != 0 &&
        access.addresses[lane] == access.addresses[who.lane]) {
        return std::memcmp(mine, access.values + lane * 16 + (address - access.addresses[lane]), size) == 0;
    }
    return look.area.bytes != nullptr &&
           std::memcmp(mine, look.area.bytes + (address - look.area.begin), size) == 0;
}

Party RaceCheck::party(const Look& look, Mask lanes) const {
    return {.block = look.view.block(),
            .warp = look.view.warp(),
            .epoch = look.view.epoch(first_lane(lanes)),
            .lanes = lanes,
            .op = look.access->op};
}

} // namespace simulator::checks
