#pragma once

/// @file
/// What is known to have come before.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace simulator::order {

/// A place in the order of all work: work of one chain comes one behind the other.
struct Place {
    std::size_t chain = 0;      ///< number of the chain
    std::uint64_t position = 0; ///< in the chain, from 1
};

/// For each chain a position: work up to there has come before. A vector clock.
class Knowledge {
public:
    /// Up to where a chain is known.
    [[nodiscard]] std::uint64_t of(std::size_t chain) const {
        return chain < known_.size() ? known_[chain] : 0;
    }
    /// Whether work at a place has come before.
    [[nodiscard]] bool has(Place place) const { return of(place.chain) >= place.position; }

    /// Learns that work at a place has come before.
    void learn(Place place) {
        known_.resize(std::max(known_.size(), place.chain + 1));
        known_[place.chain] = std::max(known_[place.chain], place.position);
    }
    /// Learns all that another one knows.
    void learn(const Knowledge& other) {
        known_.resize(std::max(known_.size(), other.known_.size()));
        for (std::size_t chain = 0; chain < other.known_.size(); ++chain)
            known_[chain] = std::max(known_[chain], other.known_[chain]);
    }

private:
    std::vector<std::uint64_t> known_; ///< by chain
};

} // namespace simulator::order
