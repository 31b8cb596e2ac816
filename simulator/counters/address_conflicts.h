#pragma once

/// @file
/// Address conflicts: lanes of an atomic on the same address, which the hardware serializes.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "counters/banks.h"
#include "counters/lane_set.h"
#include "memory/access.h"

namespace simulator {

/// Computes the address conflicts of one atomic after the other.
class AddressConflicts {
public:
    /// Analyzes the lanes of @p access, an atomic.
    void collect(const Access& access) {
        const auto lanes = static_cast<std::uint32_t>(std::popcount(access.mask));
        switch (access.shape) {
            case Shape::uniform: max_lanes_per_address_ = lanes, addresses_ = 1; return;
            case Shape::consecutive: max_lanes_per_address_ = 1, addresses_ = lanes; return;
            case Shape::scattered: break;
        }
        // Most atomics on shared memory are written to avoid even bank conflicts.
        if (in_different_banks(access.addresses, access.mask)) {
            max_lanes_per_address_ = 1, addresses_ = lanes;
            ranks_.fill(1);
            return;
        }
        if (is_dense(access)) {
            const int shift = std::countr_zero(access.bytes);
            rank_lanes(access, [&](Address address) -> std::uint8_t& {
                return dense_counts_[(address - access.begin) >> shift];
            });
            for (Mask rest = access.mask; rest != 0; rest &= rest - 1)
                dense_counts_[(access.addresses[std::countr_zero(rest)] - access.begin) >> shift] = 0;
        } else {
            sparse_counts_.clear();
            rank_lanes(access, [&](Address address) -> std::uint32_t& { return sparse_counts_[address]; });
        }
    }

    /// Returns the largest number of lanes on one address.
    [[nodiscard]] std::uint32_t max_lanes_per_address() const { return max_lanes_per_address_; }
    /// Returns the number of different addresses.
    [[nodiscard]] std::uint32_t addresses() const { return addresses_; }
    /// Returns a lane's rank at its address, for scattered addresses: 1 for the first lane, 2 for the second.
    [[nodiscard]] std::uint8_t rank(int lane) const { return ranks_[static_cast<std::size_t>(lane)]; }

private:
    /// Number of elements in the table of dense counts. Addresses further apart are counted in a hash map.
    static constexpr std::size_t max_dense_elements = 4096;

    static bool is_dense(const Access& access) {
        Address distance = 0;
        for (Mask rest = access.mask; rest != 0; rest &= rest - 1)
            distance |= access.addresses[std::countr_zero(rest)] - access.begin;
        return distance / access.bytes < max_dense_elements;
    }

    template <class CountOf> void rank_lanes(const Access& access, CountOf count_of) {
        max_lanes_per_address_ = addresses_ = 0;
        for (Mask rest = access.mask; rest != 0; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            const std::uint32_t rank = ++count_of(access.addresses[lane]);
            ranks_[static_cast<std::size_t>(lane)] = static_cast<std::uint8_t>(rank);
            addresses_ += rank == 1;
            max_lanes_per_address_ = std::max(max_lanes_per_address_, rank);
        }
    }

    std::uint32_t max_lanes_per_address_ = 0;
    std::uint32_t addresses_ = 0;
    std::array<std::uint8_t, warp_size> ranks_ = {};
    std::array<std::uint8_t, max_dense_elements> dense_counts_ = {}; ///< zero between calls of collect()
    LaneSet sparse_counts_ = {};
};

} // namespace simulator
