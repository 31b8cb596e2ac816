#pragma once

/// @file
/// Lanes of an atomic that meet on one address: they take turns.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "observe/access.h"
#include "observe/lane_set.h"

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
        set_.clear();
        most_ = addresses_ = 0;
        for (Mask rest = access.mask; rest != 0; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            const std::uint32_t met = ++set_[access.addresses[lane]];
            turns_[static_cast<std::size_t>(lane)] = static_cast<std::uint8_t>(met);
            addresses_ += met == 1;
            most_ = std::max(most_, met);
        }
    }

    /// The most lanes on one address.
    [[nodiscard]] std::uint32_t most() const { return most_; }
    /// How many addresses there are.
    [[nodiscard]] std::uint32_t addresses() const { return addresses_; }
    /// Of a lane of scattered ones: 1 for the first lane on its address, 2 for the second.
    [[nodiscard]] std::uint8_t turn(int lane) const { return turns_[static_cast<std::size_t>(lane)]; }

private:
    std::uint32_t most_ = 0;
    std::uint32_t addresses_ = 0;
    std::array<std::uint8_t, warp_size> turns_ = {};
    LaneSet set_ = {};
};

} // namespace simulator
