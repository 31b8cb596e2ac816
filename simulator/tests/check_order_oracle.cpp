#include "check_order_oracle.h"

#include <algorithm>

namespace bench {

namespace {

bool is_strong(Kind kind) { return kind.kind == AccessKind::atomic || kind.strength != Strength::weak; }

std::pair<std::uint32_t, std::uint32_t> thread_of(WarpId place, int lane) {
    return {static_cast<std::uint32_t>(place.block), place.warp * 32 + static_cast<std::uint32_t>(lane)};
}

template <typename Function> void for_each_lane(Mask mask, Function&& function) {
    for (int lane = 0; lane < simulator::warp_size; ++lane) {
        if ((mask >> lane & 1) != 0) function(lane);
    }
}

} // namespace

Oracle::Node Oracle::add(const std::vector<Node>& before) {
    const Node node = before_.size();
    std::vector<std::uint64_t> known(node / 64 + 1);
    for (const Node source : before) {
        if (source == nothing) continue;
        const std::vector<std::uint64_t>& more = before_[source];
        for (std::size_t n = 0; n < more.size(); ++n) known[n] |= more[n];
        known[source / 64] |= std::uint64_t{1} << source % 64;
    }
    before_.push_back(std::move(known));
    return node;
}

Oracle::Node Oracle::step(Thread thread, Node also_before) {
    const auto last = last_.find(thread);
    return last_[thread] = add({last == last_.end() ? nothing : last->second, also_before});
}

bool Oracle::path(Node from, Node to) const {
    return from == to || (from < to && (before_[to][from / 64] >> from % 64 & 1) != 0);
}

/// An atomic observes all earlier strong accesses to its location, a strong load the strong writes.
/// Everything after the observer is ordered after them, too.
bool Oracle::seen_by_observer(const Event& earlier, Node now) const {
    const auto same_place = [&](const Event& event) {
        return event.place == earlier.place && is_strong(event.kind);
    };
    for (std::size_t n = 0; n < events_.size(); ++n) {
        const Event& observer = events_[n];
        if (!same_place(observer) || observer.node <= earlier.node) continue;
        const bool changes = observer.kind.kind == AccessKind::atomic;
        if (changes && earlier.kind.kind == AccessKind::load && seen_by_observer(observer, now)) return true;
        if (!path(observer.node, now)) continue;
        if (changes) return true;
        if (observer.kind.kind != AccessKind::load || earlier.kind.kind == AccessKind::load) continue;
        // The observation does not count if a later write is unordered with the observer.
        const bool overwritten = std::any_of(events_.begin() + static_cast<std::ptrdiff_t>(n), events_.end(),
                                             [&](const Event& event) {
                                                 return same_place(event) &&
                                                        event.kind.kind != AccessKind::load &&
                                                        !path(observer.node, event.node);
                                             });
        if (!overwritten) return true;
    }
    return false;
}

/// Returns whether two lanes of a warp make volatile accesses to shared memory.
bool Oracle::is_lockstep(const Event& earlier, const Event& now) {
    const auto is_volatile = [](const Event& event) {
        return event.kind.space == MemorySpace::shared && event.kind.kind != AccessKind::atomic &&
               event.kind.strength == Strength::strong;
    };
    return is_volatile(earlier) && is_volatile(now) && earlier.thread.second / 32 == now.thread.second / 32;
}

bool Oracle::races(const Event& now) const {
    const bool strong = is_strong(now.kind);
    return std::any_of(events_.begin(), events_.end(), [&](const Event& earlier) {
        if (earlier.place != now.place || earlier.thread == now.thread) return false;
        if (now.kind.kind == AccessKind::load && earlier.kind.kind == AccessKind::load) return false;
        if (path(earlier.node, now.node)) return false;
        if (strong && is_strong(earlier.kind)) return is_lockstep(earlier, now);
        return strong || !is_strong(earlier.kind) || !seen_by_observer(earlier, now.node);
    });
}

bool Oracle::would_race(WarpId place, Mask mask, Kind kind, const std::function<Address(int)>& address) {
    const std::size_t nodes = before_.size();
    const std::size_t events = events_.size();
    const std::map<Thread, Node> last = last_;
    const bool race = note(place, mask, kind, address);
    before_.resize(nodes);
    events_.resize(events);
    last_ = last;
    return race;
}

/// Records the events of all lanes. Returns whether any of them races.
bool Oracle::note(WarpId place, Mask mask, Kind kind, const std::function<Address(int)>& address) {
    bool race = false;
    const std::uint64_t space = kind.space == MemorySpace::shared ? 1 + place.block : 0;
    for_each_lane(mask, [&](int lane) {
        const Thread self = thread_of(place, lane);
        const Node node = step(self);
        for (Address byte = address(lane); byte < address(lane) + kind.bytes; ++byte) {
            const Event event = {node, self, {space, byte}, kind};
            race = race || races(event);
            events_.push_back(event);
        }
    });
    return race;
}

void Oracle::access(WarpId place, Mask mask, Kind kind, const std::function<Address(int)>& address) {
    note(place, mask, kind, address);
    if (!is_strong(kind)) return;
    const std::uint64_t space = kind.space == MemorySpace::shared ? 1 + place.block : 0;
    for_each_lane(mask, [&](int lane) {
        const Thread self = thread_of(place, lane);
        const Location variable = {space, address(lane)};
        if (kind.kind != AccessKind::store && variables_.contains(variable))
            acquire(self, variables_[variable]);
        if (kind.kind != AccessKind::load) release(self, variable, kind);
    });
}

void Oracle::acquire(Thread thread, const Variable& variable) {
    step(thread, variable.everybody);
    if (variable.block == thread.first) step(thread, variable.own_block);
}

void Oracle::release(Thread thread, const Location& place, Kind kind) {
    Node for_block = nothing;
    Node for_all = nothing;
    if (kind.strength == Strength::release || kind.strength == Strength::acq_rel) {
        for_block = for_all = last_[thread];
        step(thread); // later events are not released
    } else {
        if (last_fence_[0].contains(thread)) for_block = last_fence_[0][thread];
        if (last_fence_[1].contains(thread)) for_all = last_fence_[1][thread];
    }
    if (kind.kind == AccessKind::store) variables_.erase(place);
    if (for_block == nothing) return;
    Variable& variable = variables_[place];
    if (variable.block != thread.first) variable.own_block = nothing;
    variable.block = thread.first;
    variable.everybody = add({variable.everybody, for_all});
    variable.own_block = add({variable.own_block, for_block});
}

void Oracle::join(const std::vector<Thread>& threads) {
    const auto join = [&](std::map<Thread, Node>& nodes) {
        std::vector<Node> ends;
        for (const Thread& thread : threads) {
            const auto found = nodes.find(thread);
            if (found != nodes.end() && (ends.empty() || ends.back() != found->second))
                ends.push_back(found->second);
        }
        if (ends.empty()) return;
        const Node sum = add(ends);
        for (const Thread& thread : threads) nodes[thread] = sum;
    };
    join(last_);
    for (auto& fences : last_fence_) join(fences);
}

void Oracle::barrier(std::uint32_t block, std::span<const std::uint32_t> warps) {
    std::vector<Thread> all;
    for (const std::uint32_t warp : warps) {
        for (std::uint32_t n = warp * 32; n < std::min(threads_, warp * 32 + 32); ++n)
            all.emplace_back(block, n);
    }
    join(all);
}

void Oracle::warp_barrier(WarpId place, Mask mask) {
    std::vector<Thread> all;
    for_each_lane(mask, [&](int lane) {
        all.emplace_back(static_cast<std::uint32_t>(place.block),
                         place.warp * 32 + static_cast<std::uint32_t>(lane));
    });
    join(all);
}

void Oracle::fence(WarpId place, Mask mask, MemoryScope scope) {
    for_each_lane(mask, [&](int lane) {
        const Thread thread = thread_of(place, lane);
        const Node node = step(thread);
        last_fence_[0][thread] = node;
        if (scope == MemoryScope::device) last_fence_[1][thread] = node;
    });
}

} // namespace bench
