#pragma once

/// @file
/// What is known to have come before.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace simulator::order {

/// A place in the order of all work: work of one chain comes one behind the other.
struct Epoch {
    std::size_t chain = 0;      ///< number of the chain
    std::uint64_t position = 0; ///< in the chain, from 1
};

/// For each chain a position: work up to there has come before. A vector clock.
class VectorClock {
public:
    /// Up to where a chain is known.
    [[nodiscard]] std::uint64_t of(std::size_t chain) const {
        return chain < positions_.size() ? positions_[chain] : 0;
    }
    /// Whether work at a place has come before.
    [[nodiscard]] bool has(Epoch epoch) const { return of(epoch.chain) >= epoch.position; }

    /// Learns that work at a place has come before.
    void join(Epoch epoch) {
        positions_.resize(std::max(positions_.size(), epoch.chain + 1));
        positions_[epoch.chain] = std::max(positions_[epoch.chain], epoch.position);
    }
    /// Learns all that another one knows.
    void join(const VectorClock& other) {
        positions_.resize(std::max(positions_.size(), other.positions_.size()));
        for (std::size_t chain = 0; chain < other.positions_.size(); ++chain)
            positions_[chain] = std::max(positions_[chain], other.positions_[chain]);
    }

private:
    std::vector<std::uint64_t> positions_; ///< by chain
};

} // namespace simulator::order
