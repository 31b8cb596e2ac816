#include "checks/race_check.h"

// Conflicts between strong accesses. They are not data races, but volatile or relaxed accesses order no other
// accesses, and a separate load, change and store is not atomic.

namespace simulator::checks {

/// Returns whether an access is a volatile access to shared memory, or equivalent to one.
bool RaceCheck::is_volatile(const AccessContext& context) {
    return context.access->space == MemorySpace::shared && context.access->kind != AccessKind::atomic &&
           context.access->strength == Strength::strong;
}

RaceCheck::MaybeConflict RaceCheck::find_among_strong(const AccessContext& context,
                                                      const AccessHistory& history, Mask lanes) const {
    if (const MaybeConflict block_scope = find_scope_conflict(context, history, lanes)) return block_scope;
    if (const MaybeConflict mixed_sizes = find_mixed_sizes(context, history, lanes)) return mixed_sizes;
    if (const MaybeConflict lockstep = find_lockstep(context, history, lanes)) return lockstep;
    return find_unawaited_store(context, history, lanes);
}

/// Returns whether an access and instruction @p op are atomics of different sizes, and thus not atomic for
/// each other. A pair of half-precision numbers is changed one by one, so smaller atomics do not harm it.
bool RaceCheck::is_other_size(const AccessContext& context, std::uint32_t op) const {
    const InstructionAccess& other = instruction_accesses_[op];
    const Access& access = *context.access;
    return access.kind == AccessKind::atomic && other.kind == AccessKind::atomic &&
           access.bytes != other.bytes && access.bytes >= 4 && other.bytes >= 4;
}

/// Finds atomics of different sizes.
RaceCheck::MaybeConflict RaceCheck::find_mixed_sizes(const AccessContext& context,
                                                     const AccessHistory& history, Mask lanes) const {
    if (context.access->kind != AccessKind::atomic) return std::nullopt;
    const auto pair = history.strong_writers.find_unordered(context.view, lanes, [&](std::uint32_t op) {
        return is_other_size(context, op);
    });
    return pair ? MaybeConflict(Conflict{.pair = *pair, .writes = true, .strong = true, .mixed_sizes = true})
                : std::nullopt;
}

/// Finds strong accesses of two blocks, one of them of block scope.
RaceCheck::MaybeConflict RaceCheck::find_scope_conflict(const AccessContext& context,
                                                        const AccessHistory& history, Mask lanes) const {
    const ConcurrentAccesses& writers =
        context.block_scope() ? history.strong_writers : history.block_scope_writers;
    const ConcurrentAccesses& readers =
        context.block_scope() ? history.strong_readers : history.block_scope_readers;
    if (const auto pair = writers.find_unordered_in_other_blocks(context.view, lanes))
        return Conflict{.pair = *pair, .writes = true, .strong = true, .block_scope = true};
    if (!context.writes) return std::nullopt;
    if (const auto pair = readers.find_unordered_in_other_blocks(context.view, lanes))
        return Conflict{.pair = *pair, .strong = true, .block_scope = true};
    return std::nullopt;
}

/// Finds lanes of one warp that rely on lockstep execution.
RaceCheck::MaybeConflict RaceCheck::find_lockstep(const AccessContext& context, const AccessHistory& history,
                                                  Mask lanes) const {
    if (!is_volatile(context)) return std::nullopt;
    if (const auto pair = history.volatile_writers.find_unordered_in_warp(context.view, lanes))
        return Conflict{.pair = *pair, .writes = true, .strong = true};
    if (!context.writes) return std::nullopt;
    if (const auto pair = history.volatile_readers.find_unordered_in_warp(context.view, lanes))
        return Conflict{.pair = *pair, .strong = true};
    return std::nullopt;
}

/// Finds a volatile load of a location that another thread stores to, without a wait for the store. A flag
/// controls something; a thread that has observed the store, or is ordered after it by a fence, has waited.
RaceCheck::MaybeConflict RaceCheck::find_unawaited_store(const AccessContext& context,
                                                         const AccessHistory& history, Mask lanes) const {
    if (context.access->kind == AccessKind::store) {
        const auto pair = history.samplers.find_unordered(context.view, lanes);
        return pair ? MaybeConflict(Conflict{.pair = *pair, .strong = true}) : std::nullopt;
    }
    if (!context.access->samples || history.storers.empty()) return std::nullopt;
    for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
        const Mask self = rest & -rest;
        if (history.observers.any_before(context.view, self)) continue;
        if (const auto pair = history.storers.find_unordered(context.view, self))
            return Conflict{.pair = *pair, .writes = true, .strong = true};
    }
    return std::nullopt;
}

/// Records strong loads whose value may be changed and written back, and finds the stores that write back
/// while other threads write, too.
void RaceCheck::track_update(const AccessContext& context, const AccessHistory& history, Address address,
                             Mask lanes, MaybeConflict& found) {
    for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
        const unsigned lane = first_lane(rest);
        const ThreadId thread = context.view.thread(lane);
        if (context.access->kind == AccessKind::load)
            updates_.begin(thread, {.address = address,
                                    .writes = history.strong_writes,
                                    .other = find_unordered_write(context, history, lane)});
        if (context.access->kind != AccessKind::store) continue;
        const auto update = updates_.end(thread, address);
        if (!update) continue;
        auto pair = update->other;
        if (!pair && update->writes != history.strong_writes)
            pair = history.strong_writers.find_unordered(context.view, Mask{1} << lane);
        if (pair && (!found || found->strong))
            found = Conflict{.pair = *pair, .writes = true, .strong = true, .lost_update = true};
    }
}

/// Returns a write that the lane's load may or may not observe. The lane has waited for a write if the write
/// was observed before its last fence, or by a thread that happens before it.
std::optional<UnorderedPair> RaceCheck::find_unordered_write(const AccessContext& context,
                                                             const AccessHistory& history,
                                                             unsigned lane) const {
    if (history.observers.any_fenced(context.view, lane)) return std::nullopt;
    return history.strong_writers.find_unordered(context.view, Mask{1} << lane);
}

void RaceCheck::record_strong_in_history(const AccessContext& context, AccessHistory& history,
                                         const WarpAccess& now) const {
    if (is_volatile(context))
        (context.writes ? history.volatile_writers : history.volatile_readers).add_in_warp(now, context.view);
    if (context.block_scope())
        (context.writes ? history.block_scope_writers : history.block_scope_readers)
            .add(now, context.view, detail_);
    if (!context.writes) {
        if (context.access->samples) history.samplers.add(now, context.view, detail_);
        history.strong_readers.add(now, context.view, {});
        history.observers.add_concurrent(now, context.view);
        return;
    }
    const bool reads = context.access->kind == AccessKind::atomic;
    if (reads) {
        history.strong_readers.clear();
        history.storers.clear();
    } else {
        history.storers.add(now, context.view, detail_);
        history.samplers.clear();
    }
    if (reads || history.observers.any_before(context.view, now.lanes)) history.strong_writers.clear();
    history.strong_writers.add(now, context.view, {});
    history.observers.clear();
    ++history.strong_writes;
}

} // namespace simulator::checks
