#include "checks/race_check.h"

// Strong accesses among themselves. They are no race as such, but volatile or relaxed accesses order nothing else, and
// reading, changing and writing back stay three steps.

namespace simulator::checks {

/// A volatile access to shared memory, or one like it.
bool RaceCheck::is_volatile(const Look& look) {
    return look.access->space == MemorySpace::shared && look.access->kind != AccessKind::atomic &&
           look.access->strength == Strength::strong;
}

RaceCheck::Found RaceCheck::find_among_strong(const Look& look, const Crowd& crowd, Mask lanes) const {
    if (const Found narrow = find_narrow(look, crowd, lanes)) return narrow;
    if (const Found mixed = find_mixed(look, crowd, lanes)) return mixed;
    if (const Found lockstep = find_lockstep(look, crowd, lanes)) return lockstep;
    return find_exchange(look, crowd, lanes);
}

/// Whether an atomic and the atomic @p op are none for each other. A pair of half-precision numbers is changed one by
/// one, and so takes no harm from smaller ones.
bool RaceCheck::is_other_size(const Look& look, std::uint32_t op) const {
    const Manner& other = manners_[op];
    const Access& access = *look.access;
    return access.kind == AccessKind::atomic && other.kind == AccessKind::atomic &&
           access.bytes != other.bytes && access.bytes >= 4 && other.bytes >= 4;
}

/// Atomics of different sizes.
RaceCheck::Found RaceCheck::find_mixed(const Look& look, const Crowd& crowd, Mask lanes) const {
    if (look.access->kind != AccessKind::atomic) return std::nullopt;
    const auto who = crowd.strong_writers.find_unordered(look.view, lanes, [&](std::uint32_t op) {
        return is_other_size(look, op);
    });
    return who ? Found(Conflict{.who = *who, .writes = true, .strong = true, .mixed = true}) : std::nullopt;
}

/// Strong accesses of two blocks, one of them of block scope.
RaceCheck::Found RaceCheck::find_narrow(const Look& look, const Crowd& crowd, Mask lanes) const {
    const PartySet& writers = look.narrow() ? crowd.strong_writers : crowd.narrow_writers;
    const PartySet& readers = look.narrow() ? crowd.strong_readers : crowd.narrow_readers;
    if (const auto who = writers.find_unordered_outside(look.view, lanes))
        return Conflict{.who = *who, .writes = true, .strong = true, .narrow = true};
    if (!look.writes) return std::nullopt;
    if (const auto who = readers.find_unordered_outside(look.view, lanes))
        return Conflict{.who = *who, .strong = true, .narrow = true};
    return std::nullopt;
}

/// Lanes of one warp that rely on running in step.
RaceCheck::Found RaceCheck::find_lockstep(const Look& look, const Crowd& crowd, Mask lanes) const {
    if (!is_volatile(look)) return std::nullopt;
    if (const auto who = crowd.volatile_writers.find_unordered_in_warp(look.view, lanes))
        return Conflict{.who = *who, .writes = true, .strong = true};
    if (!look.writes) return std::nullopt;
    if (const auto who = crowd.volatile_readers.find_unordered_in_warp(look.view, lanes))
        return Conflict{.who = *who, .strong = true};
    return std::nullopt;
}

/// A volatile load of what another thread stores, which is not waited for: a flag decides something, and whoever has
/// seen the store already, or knows of it by a fence, has got it in order.
RaceCheck::Found RaceCheck::find_exchange(const Look& look, const Crowd& crowd, Mask lanes) const {
    if (look.access->kind == AccessKind::store) {
        const auto who = crowd.samplers.find_unordered(look.view, lanes);
        return who ? Found(Conflict{.who = *who, .strong = true}) : std::nullopt;
    }
    if (!look.access->samples || crowd.storers.empty()) return std::nullopt;
    for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
        const Mask self = rest & -rest;
        if (crowd.observers.any_before(look.view, self)) continue;
        if (const auto who = crowd.storers.find_unordered(look.view, self))
            return Conflict{.who = *who, .writes = true, .strong = true};
    }
    return std::nullopt;
}

/// Remembers strong loads whose value may be changed and written back, and tells of stores that do so while others
/// write, too.
void RaceCheck::follow_update(const Look& look, const Crowd& crowd, Address address, Mask lanes,
                              Found& found) {
    for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
        const unsigned lane = first_lane(rest);
        const ThreadId thread = look.view.thread(lane);
        if (look.access->kind == AccessKind::load)
            updates_.begin(thread, {.address = address,
                                    .writes = crowd.strong_writes,
                                    .other = find_missed(look, crowd, lane)});
        if (look.access->kind != AccessKind::store) continue;
        const auto update = updates_.end(thread, address);
        if (!update) continue;
        auto who = update->other;
        if (!who && update->writes != crowd.strong_writes)
            who = crowd.strong_writers.find_unordered(look.view, Mask{1} << lane);
        if (who && (!found || found->strong))
            found = Conflict{.who = *who, .writes = true, .strong = true, .lost = true};
    }
}

/// A write that the lane's load may find or not. A write that was seen before the lane's last fence, or by a thread that
/// comes before it, has been waited for.
std::optional<Unordered> RaceCheck::find_missed(const Look& look, const Crowd& crowd, unsigned lane) const {
    if (crowd.observers.any_fenced(look.view, lane)) return std::nullopt;
    return crowd.strong_writers.find_unordered(look.view, Mask{1} << lane);
}

void RaceCheck::note_strong_in_crowd(const Look& look, Crowd& crowd, const Party& now) const {
    if (is_volatile(look))
        (look.writes ? crowd.volatile_writers : crowd.volatile_readers).add_in_warp(now, look.view);
    if (look.narrow())
        (look.writes ? crowd.narrow_writers : crowd.narrow_readers).add(now, look.view, detail_);
    if (!look.writes) {
        if (look.access->samples) crowd.samplers.add(now, look.view, detail_);
        crowd.strong_readers.add(now, look.view, {});
        crowd.observers.add_news(now, look.view);
        return;
    }
    const bool reads = look.access->kind == AccessKind::atomic;
    if (reads) {
        crowd.strong_readers.clear();
        crowd.storers.clear();
    } else {
        crowd.storers.add(now, look.view, detail_);
        crowd.samplers.clear();
    }
    if (reads || crowd.observers.any_before(look.view, now.lanes)) crowd.strong_writers.clear();
    crowd.strong_writers.add(now, look.view, {});
    crowd.observers.clear();
    ++crowd.strong_writes;
}

} // namespace simulator::checks
