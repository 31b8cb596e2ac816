#pragma once

/// @file
/// Lanes of an atomic that meet on one address: they take turns.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "counters/banks.h"
#include "counters/lane_set.h"
#include "memory/access.h"

namespace simulator {

/// Collects the meetings of one atomic after the other.
class Meetings {
public:
    /// Looks at the lanes of @p access, which is an atomic.
    void collect(const Access& access) {
        const auto lanes = static_cast<std::uint32_t>(std::popcount(access.mask));
        switch (access.shape) {
            case Shape::uniform: most_ = lanes, addresses_ = 1; return;
            case Shape::consecutive: most_ = 1, addresses_ = lanes; return;
            case Shape::scattered: break;
        }
        // Most atomics on shared memory are made so that they do not even meet in a bank.
        if (in_different_banks(access.addresses, access.mask)) {
            most_ = 1, addresses_ = lanes;
            turns_.fill(1);
            return;
        }
        if (near(access)) {
            const int shift = std::countr_zero(access.bytes);
            take_turns(access, [&](Address address) -> std::uint8_t& {
                return near_[(address - access.begin) >> shift];
            });
            for (Mask rest = access.mask; rest != 0; rest &= rest - 1)
                near_[(access.addresses[std::countr_zero(rest)] - access.begin) >> shift] = 0;
        } else {
            far_.clear();
            take_turns(access, [&](Address address) -> std::uint32_t& { return far_[address]; });
        }
    }

    /// The most lanes on one address.
    [[nodiscard]] std::uint32_t most() const { return most_; }
    /// How many addresses there are.
    [[nodiscard]] std::uint32_t addresses() const { return addresses_; }
    /// Of a lane of scattered ones: 1 for the first lane on its address, 2 for the second.
    [[nodiscard]] std::uint8_t turn(int lane) const { return turns_[static_cast<std::size_t>(lane)]; }

private:
    /// Elements that a table has counts for. What lies further apart is looked up in a set.
    static constexpr std::size_t table = 4096;

    static bool near(const Access& access) {
        Address distance = 0;
        for (Mask rest = access.mask; rest != 0; rest &= rest - 1)
            distance |= access.addresses[std::countr_zero(rest)] - access.begin;
        return distance / access.bytes < table;
    }

    template <class Met> void take_turns(const Access& access, Met met) {
        most_ = addresses_ = 0;
        for (Mask rest = access.mask; rest != 0; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            const std::uint32_t turn = ++met(access.addresses[lane]);
            turns_[static_cast<std::size_t>(lane)] = static_cast<std::uint8_t>(turn);
            addresses_ += turn == 1;
            most_ = std::max(most_, turn);
        }
    }

    std::uint32_t most_ = 0;
    std::uint32_t addresses_ = 0;
    std::array<std::uint8_t, warp_size> turns_ = {};
    std::array<std::uint8_t, table> near_ = {}; ///< zeros, but while it is used
    LaneSet far_ = {};
};

} // namespace simulator
