#include "checks/access_history.h"

#include <algorithm>
#include <bit>

namespace simulator::checks {

namespace {

/// Returns the lanes of @p earlier whose access happens before something that the lanes @p mask of the view
/// do now.
Mask lanes_before(const WarpAccess& earlier, const WarpView& view, Mask mask) {
    if (view.is_warp_ordered_before(earlier.block, earlier.warp, earlier.epoch)) return earlier.lanes;
    Mask result = 0;
    for (Mask rest = earlier.lanes; rest != 0; rest &= rest - 1) {
        const auto i = static_cast<unsigned>(std::countr_zero(rest));
        for (Mask mine = mask; mine != 0; mine &= mine - 1) {
            const auto j = static_cast<unsigned>(std::countr_zero(mine));
            if (!view.is_ordered_before(j, earlier.thread(i), earlier.epoch)) continue;
            result |= Mask{1} << i;
            break;
        }
    }
    return result;
}

} // namespace

std::optional<UnorderedPair> find_unordered(const WarpAccess& earlier, const WarpView& view, Mask mask) {
    if (view.is_warp_ordered_before(earlier.block, earlier.warp, earlier.epoch)) return std::nullopt;
    for (Mask mine = mask; mine != 0; mine &= mine - 1) {
        const auto j = static_cast<unsigned>(std::countr_zero(mine));
        for (Mask rest = earlier.lanes; rest != 0; rest &= rest - 1) {
            const auto i = static_cast<unsigned>(std::countr_zero(rest));
            if (!view.is_ordered_before(j, earlier.thread(i), earlier.epoch))
                return UnorderedPair{earlier.thread(i), earlier.op, j};
        }
    }
    return std::nullopt;
}

std::optional<UnorderedPair> ConcurrentAccesses::find_unordered(const WarpView& view, Mask mask) const {
    for (const WarpAccess& access : accesses_) {
        if (const auto found = checks::find_unordered(access, view, mask)) return found;
    }
    return std::nullopt;
}

void ConcurrentAccesses::forget_before_barrier(const WarpView& view) {
    std::erase_if(accesses_, [&](const WarpAccess& access) {
        return view.is_before_barrier(access.block, access.epoch);
    });
}

bool ConcurrentAccesses::any_before(const WarpView& view, Mask mask) const {
    return std::any_of(accesses_.begin(), accesses_.end(),
                       [&](const WarpAccess& access) { return lanes_before(access, view, mask) != 0; });
}

bool ConcurrentAccesses::any_fenced(const WarpView& view, unsigned lane) const {
    const Mask self = Mask{1} << lane;
    return std::any_of(accesses_.begin(), accesses_.end(), [&](const WarpAccess& access) {
        Mask before = lanes_before(access, view, self);
        const bool of_this_warp = access.block == view.block() && access.warp == view.warp();
        if (of_this_warp && access.epoch == view.epoch(lane)) before &= ~self;
        return before != 0;
    });
}

std::optional<UnorderedPair> ConcurrentAccesses::find_unordered_in_other_blocks(const WarpView& view,
                                                                                Mask mask) const {
    for (const WarpAccess& access : accesses_) {
        if (access.block == view.block()) continue;
        if (const auto found = checks::find_unordered(access, view, mask)) return found;
    }
    return std::nullopt;
}

std::optional<UnorderedPair> ConcurrentAccesses::find_unordered_in_warp(const WarpView& view,
                                                                        Mask mask) const {
    for (const WarpAccess& access : accesses_) {
        if (access.block != view.block() || access.warp != view.warp()) continue;
        if (const auto found = checks::find_unordered(access, view, mask)) return found;
    }
    return std::nullopt;
}

void ConcurrentAccesses::add_in_warp(const WarpAccess& access, const WarpView& view) {
    for (WarpAccess& old : accesses_) {
        if (old.block == access.block && old.warp == access.warp)
            old.lanes &= ~lanes_before(old, view, access.lanes);
    }
    std::erase_if(accesses_, [](const WarpAccess& old) { return old.lanes == 0; });
    accesses_.push_back(access);
}

void ConcurrentAccesses::add_concurrent(WarpAccess access, const WarpView& view) {
    for (Mask rest = access.lanes; rest != 0; rest &= rest - 1) {
        const Mask self = rest & -rest;
        if (any_before(view, self)) access.lanes &= ~self;
    }
    if (access.lanes != 0) accesses_.push_back(access);
}

/// Returns the first access that add() compares. Comparing all of a set at each addition would take quadratic
/// time. The latest accesses are the most likely to come from the same warp.
std::size_t ConcurrentAccesses::first_to_prune() const {
    constexpr std::size_t latest = 16;
    return accesses_.size() < 32 || accesses_.size() >= prune_size_ ? 0 : accesses_.size() - latest;
}

void ConcurrentAccesses::add(const WarpAccess& access, const WarpView& view, HistoryDetail detail) {
    const std::size_t first = first_to_prune();
    bool merged = false;
    for (std::size_t n = first; n < accesses_.size(); ++n) {
        WarpAccess& old = accesses_[n];
        const bool same = old.block == access.block && old.warp == access.warp && old.epoch == access.epoch;
        if (same) {
            old.lanes |= access.lanes;
            merged = true;
        } else {
            old.lanes &= ~lanes_before(old, view, access.lanes);
        }
    }
    const auto begin = accesses_.begin() + static_cast<std::ptrdiff_t>(first);
    accesses_.erase(std::remove_if(begin, accesses_.end(),
                                   [](const WarpAccess& old) { return old.lanes == 0; }),
                    accesses_.end());
    if (first == 0) prune_size_ = std::max<std::size_t>(32, 2 * accesses_.size());
    if (!merged && !finds_every_race_of(access, detail)) accesses_.push_back(access);
}

/// Returns whether the recorded accesses find every race that @p access could be part of.
bool ConcurrentAccesses::finds_every_race_of(const WarpAccess& access, HistoryDetail detail) const {
    if (detail.between_blocks || accesses_.empty()) return false;
    const std::uint32_t block = accesses_.front().block;
    const bool two_blocks = std::any_of(accesses_.begin(), accesses_.end(),
                                        [&](const WarpAccess& old) { return old.block != block; });
    if (two_blocks) return true;
    if (detail.inside_blocks || access.block != block) return false;
    const WarpAccess& first = accesses_.front();
    return std::any_of(accesses_.begin(), accesses_.end(), [&](const WarpAccess& old) {
        return old.warp != first.warp || std::popcount(old.lanes | first.lanes) > 1;
    });
}

namespace {

template <typename Function> void for_each_set(AccessHistory& history, Function&& function) {
    for (ConcurrentAccesses* set :
         {&history.writers, &history.readers, &history.strong_writers, &history.strong_readers,
          &history.observers, &history.block_scope_writers, &history.block_scope_readers, &history.storers,
          &history.samplers, &history.volatile_writers, &history.volatile_readers})
        function(*set);
}

} // namespace

void AccessHistory::clear() {
    for_each_set(*this, [](ConcurrentAccesses& set) { set.clear(); });
}

void AccessHistory::forget_before_barrier(const WarpView& view) {
    for_each_set(*this, [&](ConcurrentAccesses& set) { set.forget_before_barrier(view); });
}

} // namespace simulator::checks
