#include "checks/party.h"

#include <algorithm>
#include <bit>

namespace simulator::checks {

namespace {

/// Lanes of @p earlier that came before something that the lanes @p mask of the view do now.
Mask lanes_before(const Party& earlier, const View& view, Mask mask) {
    if (view.knows_warp(earlier.block, earlier.warp, earlier.epoch)) return earlier.lanes;
    Mask result = 0;
    for (Mask rest = earlier.lanes; rest != 0; rest &= rest - 1) {
        const auto i = static_cast<unsigned>(std::countr_zero(rest));
        for (Mask mine = mask; mine != 0; mine &= mine - 1) {
            const auto j = static_cast<unsigned>(std::countr_zero(mine));
            if (!view.knows(j, earlier.thread(i), earlier.epoch)) continue;
            result |= Mask{1} << i;
            break;
        }
    }
    return result;
}

} // namespace

std::optional<Unordered> find_unordered(const Party& earlier, const View& view, Mask mask) {
    if (view.knows_warp(earlier.block, earlier.warp, earlier.epoch)) return std::nullopt;
    for (Mask mine = mask; mine != 0; mine &= mine - 1) {
        const auto j = static_cast<unsigned>(std::countr_zero(mine));
        for (Mask rest = earlier.lanes; rest != 0; rest &= rest - 1) {
            const auto i = static_cast<unsigned>(std::countr_zero(rest));
            if (!view.knows(j, earlier.thread(i), earlier.epoch))
                return Unordered{earlier.thread(i), earlier.op, j};
        }
    }
    return std::nullopt;
}

std::optional<Unordered> PartySet::find_unordered(const View& view, Mask mask) const {
    for (const Party& party : parties_) {
        if (const auto found = checks::find_unordered(party, view, mask)) return found;
    }
    return std::nullopt;
}

void PartySet::forget_before_barrier(const View& view) {
    std::erase_if(parties_,
                  [&](const Party& party) { return view.before_barrier(party.block, party.epoch); });
}

bool PartySet::any_before(const View& view, Mask mask) const {
    return std::any_of(parties_.begin(), parties_.end(),
                       [&](const Party& party) { return lanes_before(party, view, mask) != 0; });
}

bool PartySet::any_fenced(const View& view, unsigned lane) const {
    const Mask self = Mask{1} << lane;
    return std::any_of(parties_.begin(), parties_.end(), [&](const Party& party) {
        Mask before = lanes_before(party, view, self);
        const bool of_this_warp = party.block == view.block() && party.warp == view.warp();
        if (of_this_warp && party.epoch == view.epoch(lane)) before &= ~self;
        return before != 0;
    });
}

std::optional<Unordered> PartySet::find_unordered_outside(const View& view, Mask mask) const {
    for (const Party& party : parties_) {
        if (party.block == view.block()) continue;
        if (const auto found = checks::find_unordered(party, view, mask)) return found;
    }
    return std::nullopt;
}

std::optional<Unordered> PartySet::find_unordered_in_warp(const View& view, Mask mask) const {
    for (const Party& party : parties_) {
        if (party.block != view.block() || party.warp != view.warp()) continue;
        if (const auto found = checks::find_unordered(party, view, mask)) return found;
    }
    return std::nullopt;
}

void PartySet::add_in_warp(const Party& party, const View& view) {
    for (Party& old : parties_) {
        if (old.block == party.block && old.warp == party.warp)
            old.lanes &= ~lanes_before(old, view, party.lanes);
    }
    std::erase_if(parties_, [](const Party& old) { return old.lanes == 0; });
    parties_.push_back(party);
}

void PartySet::add_news(Party party, const View& view) {
    for (Mask rest = party.lanes; rest != 0; rest &= rest - 1) {
        const Mask self = rest & -rest;
        if (any_before(view, self)) party.lanes &= ~self;
    }
    if (party.lanes != 0) parties_.push_back(party);
}

/// Looking through all of a set at each addition would take the square of its size. The latest ones are those
/// that most likely come from the same warp.
std::size_t PartySet::first_looked_at() const {
    constexpr std::size_t latest = 16;
    return parties_.size() < 32 || parties_.size() >= tidy_at_ ? 0 : parties_.size() - latest;
}

void PartySet::add(const Party& party, const View& view, Detail detail) {
    const std::size_t first = first_looked_at();
    bool merged = false;
    for (std::size_t n = first; n < parties_.size(); ++n) {
        Party& old = parties_[n];
        const bool same = old.block == party.block && old.warp == party.warp && old.epoch == party.epoch;
        if (same) {
            old.lanes |= party.lanes;
            merged = true;
        } else {
            old.lanes &= ~lanes_before(old, view, party.lanes);
        }
    }
    const auto begin = parties_.begin() + static_cast<std::ptrdiff_t>(first);
    parties_.erase(std::remove_if(begin, parties_.end(), [](const Party& old) { return old.lanes == 0; }),
                   parties_.end());
    if (first == 0) tidy_at_ = std::max<std::size_t>(32, 2 * parties_.size());
    if (!merged && !enough(party, detail)) parties_.push_back(party);
}

/// Whether those that are there find every race that @p party could be part of.
bool PartySet::enough(const Party& party, Detail detail) const {
    if (detail.between_blocks || parties_.empty()) return false;
    const std::uint32_t block = parties_.front().block;
    const bool two_blocks =
        std::any_of(parties_.begin(), parties_.end(), [&](const Party& old) { return old.block != block; });
    if (two_blocks) return true;
    if (detail.inside_blocks || party.block != block) return false;
    const Party& first = parties_.front();
    return std::any_of(parties_.begin(), parties_.end(), [&](const Party& old) {
        return old.warp != first.warp || std::popcount(old.lanes | first.lanes) > 1;
    });
}

namespace {

template <typename Function> void for_each_set(Crowd& crowd, Function&& function) {
    for (PartySet* set : {&crowd.writers, &crowd.readers, &crowd.strong_writers, &crowd.strong_readers,
                          &crowd.observers, &crowd.narrow_writers, &crowd.narrow_readers, &crowd.storers,
                          &crowd.samplers, &crowd.volatile_writers, &crowd.volatile_readers})
        function(*set);
}

} // namespace

void Crowd::clear() {
    for_each_set(*this, [](PartySet& set) { set.clear(); });
}

void Crowd::forget_before_barrier(const View& view) {
    for_each_set(*this, [&](PartySet& set) { set.forget_before_barrier(view); });
}

} // namespace simulator::checks
