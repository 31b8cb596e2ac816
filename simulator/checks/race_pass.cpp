#include <algorithm>
#include <bit>

#include "checks/race_check.h"

// The quick way: lanes that a glance at their words is enough for, which is nearly all.

namespace simulator::checks {

void RaceCheck::look_at_lanes(const Look& look, Mask lanes) {
    const Access& access = *look.access;
    const bool words = access.bytes >= 4;
    if (look.writes || look.strong) {
        stir(look, lanes);
    } else if (words && !detail_.inside_blocks) {
        lanes &= ~calm_lanes(look, lanes);
    }
    Places* places = nullptr;
    const Time latest = look.view.latest_epoch();
    std::uint64_t number = 0;
    while (lanes != 0) {
        const Mask group = lanes_together(look, lanes);
        lanes &= ~group;
        const Address address = access.addresses[first_lane(group)];
        if (places == nullptr || number != address / Line::bytes) {
            number = address / Line::bytes;
            places = &look.area.lines->line(number).spread();
            places->latest = std::max(places->latest, latest);
        }
        if (words && !places->bytes && pass_words(look, *places, address, group)) continue;
        look_closely(look, *places, address, group);
    }
}

/// Lanes that only load where enough is known of other loads: most lanes of most kernels.
Mask RaceCheck::calm_lanes(const Look& look, Mask lanes) const {
    const Access& access = *look.access;
    const auto words = static_cast<Mask>((1u << access.bytes / 4) - 1);
    std::uint64_t number = ~std::uint64_t{0};
    Mask calm_words = 0;
    Mask result = 0;
    for (; lanes != 0; lanes &= lanes - 1) {
        const Address address = access.addresses[first_lane(lanes)];
        if (number != address / Line::bytes) {
            number = address / Line::bytes;
            const Places* places = look.area.lines->line(number).places.get();
            calm_words = places != nullptr ? places->calm_words(look.view.block(), look.view.epoch()) : 0;
        }
        if ((~calm_words & words << address % Line::bytes / 4) == 0) result |= lanes & -lanes;
    }
    return result;
}

/// Somebody writes: from now on, loads matter again.
void RaceCheck::stir(const Look& look, Mask lanes) const {
    std::uint64_t number = ~std::uint64_t{0};
    for (; lanes != 0; lanes &= lanes - 1) {
        const Address address = look.access->addresses[first_lane(lanes)];
        if (number == address / Line::bytes) continue;
        number = address / Line::bytes;
        Places* places = look.area.lines->line(number).places.get();
        if (places != nullptr) places->calm = places->calm_for_all = 0;
    }
}

/// The first lane, and those behind it that read the same place.
Mask RaceCheck::lanes_together(const Look& look, Mask lanes) const {
    const Access& access = *look.access;
    Mask group = lanes & -lanes;
    if (access.kind != AccessKind::load || !look.view.uniform()) return group;
    if (access.shape == Shape::uniform) return lanes;
    if (access.shape == Shape::consecutive) return group;
    const Address address = access.addresses[first_lane(lanes)];
    for (Mask rest = lanes & (lanes - 1); rest != 0; rest &= rest - 1) {
        if (access.addresses[first_lane(rest)] != address) break;
        group |= rest & -rest;
    }
    return group;
}

/// Notes an access to whole words in a simple way if nothing speaks against it.
bool RaceCheck::pass_words(const Look& look, Places& places, Address address, Mask lanes) const {
    const unsigned first = address % Line::bytes / 4;
    const unsigned end = first + look.access->bytes / 4u;
    for (unsigned n = first; n < end; ++n) {
        Crowd* crowd = places.crowd(n);
        const bool passed =
            crowd != nullptr ? pass_crowd(look, *crowd, lanes) : pass_cell(look, places.cells[n], lanes);
        if (!passed) return false;
        if (crowd == nullptr && !look.writes) note_calm(look, places, n);
    }
    return true;
}

/// A word that only its block's last barrier parts from its write, and that two have read who stand for all.
void RaceCheck::note_calm(const Look& look, Places& places, unsigned place) const {
    const auto& [write, reads] = places.cells[place];
    const std::uint32_t block = look.view.block();
    const Time epoch = look.view.epoch();
    if (reads[1].none() || !two_stand_for_all(reads[0], reads[1], reads[0])) return;
    if (write.none() && reads[0].block() != reads[1].block()) {
        places.calm_for_all |= Mask{1} << place;
    } else if (write.none() || look.view.before_barrier(write.block(), write.epoch())) {
        if (places.calm_block != block || places.calm_epoch != epoch) places.calm = 0;
        places.calm_block = block;
        places.calm_epoch = epoch;
        places.calm |= Mask{1} << place;
    }
}

/// Atomics alone: each has seen those before it.
bool RaceCheck::pass_crowd(const Look& look, Crowd& crowd, Mask lanes) const {
    if (look.access->kind != AccessKind::atomic || !crowd.writers.empty() || !crowd.readers.empty())
        return false;
    if (crowd.strong_writers.any([&](std::uint32_t op) { return is_other_size(look, op); })) return false;
    if (look.narrow() || !crowd.narrow_writers.empty() || !crowd.narrow_readers.empty()) return false;
    crowd.strong_writers.clear();
    crowd.strong_readers.clear();
    crowd.observers.clear();
    crowd.storers.clear();
    ++crowd.strong_writes;
    crowd.strong_writers.add_known(party(look, lanes));
    return true;
}

bool RaceCheck::pass_cell(const Look& look, Cell& cell, Mask lanes) const {
    const unsigned lane = first_lane(lanes);
    if (look.strong) return false;
    if (look.writes) {
        if (!is_before(cell.write, look.view, lane) || !is_before(cell.reads[0], look.view, lane) ||
            !is_before(cell.reads[1], look.view, lane))
            return false;
        cell = {.write = look.mark(lane), .reads = {}};
        return true;
    }
    const Mask others = lanes & (lanes - 1);
    if (others == 0)
        return is_before(cell.write, look.view, lane) && note_reader(look, cell, lane, look.mark(lane));
    // Of threads that only barriers of the whole block order, two stand for all.
    if (detail_.inside_blocks || !is_before_all(cell.write, look.view)) return false;
    const unsigned second = first_lane(others);
    return note_reader(look, cell, lane, look.mark(lane)) &&
           note_reader(look, cell, second, look.mark(second));
}

/// False when the cell is too small for the story.
bool RaceCheck::note_reader(const Look& look, Cell& cell, unsigned lane, const Mark& now) const {
    auto& [first, second] = cell.reads;
    if (!second.none() && two_stand_for_all(first, second, now)) return true;
    const bool second_before = is_before(second, look.view, lane);
    if (is_before(first, look.view, lane)) {
        first = now;
        if (second_before) second = {};
        return true;
    }
    if (second_before) {
        second = now;
        return true;
    }
    if (detail_.between_blocks || first.block() == now.block()) return false;
    second = now; // beside the first, a second block
    return true;
}

/// Where nothing orders blocks, two blocks stand for all; where nothing but whole barriers orders the threads
/// of a block, two threads stand for all that read after the same barrier.
bool RaceCheck::two_stand_for_all(const Mark& first, const Mark& second, const Mark& now) const {
    if (detail_.between_blocks) return false;
    if (first.block() != second.block()) return true;
    return !detail_.inside_blocks && first.block() == now.block() && first.epoch() == now.epoch() &&
           second.epoch() == now.epoch() && first.thread() != second.thread();
}

} // namespace simulator::checks
