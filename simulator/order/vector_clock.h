#pragma once

/// @file
/// Vector clocks: the happens-before order of work items.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace simulator::order {

/// Position of a work item in the happens-before order. Each item of a chain happens after the one before it.
struct Epoch {
    std::size_t chain = 0;      ///< index of the chain
    std::uint64_t position = 0; ///< in the chain, from 1
};

/// A vector clock: per chain, the position up to which items happen before the clock's owner.
class VectorClock {
public:
    /// Returns the position up to which items of a chain happen before the clock's owner; 0: none.
    [[nodiscard]] std::uint64_t of(std::size_t chain) const {
        return chain < positions_.size() ? positions_[chain] : 0;
    }
    /// Returns whether the item at an epoch happens before the clock's owner.
    [[nodiscard]] bool has(Epoch epoch) const { return of(epoch.chain) >= epoch.position; }

    /// Records that the item at an epoch, and all before it in its chain, happen before the clock's owner.
    void join(Epoch epoch) {
        positions_.resize(std::max(positions_.size(), epoch.chain + 1));
        positions_[epoch.chain] = std::max(positions_[epoch.chain], epoch.position);
    }
    /// Takes the maximum of both clocks per chain.
    void join(const VectorClock& other) {
        positions_.resize(std::max(positions_.size(), other.positions_.size()));
        for (std::size_t chain = 0; chain < other.positions_.size(); ++chain)
            positions_[chain] = std::max(positions_[chain], other.positions_[chain]);
    }

private:
    std::vector<std::uint64_t> positions_; ///< indexed by chain
};

} // namespace simulator::order
