#pragma once

/// @file
/// What is known about the values that the lanes of a warp exchange in a shuffle.

#include <array>
#include <bit>
#include <cstdint>

#include "memory/access.h"

namespace simulator {

/// Follows values that nothing has set from one lane to another, see analysis/definedness.h. Each lane says what it offers
/// when it comes to the shuffle, and asks what it has got behind it; the exchange between the two is the group's.
class ShuffleDefinedness {
public:
    /// Origin of what comes from a lane that takes no part.
    static constexpr std::uint32_t inactive_lane = ~0U;

    /// The lanes @p mask come to a shuffle, and all bring values.
    void offer_defined(Mask mask) { undefined_sources_ &= ~mask; }
    /// But @p lane brings one that nothing has set.
    void offer_undefined(unsigned lane, std::uint32_t origin) {
        undefined_sources_ |= Mask{1} << lane;
        source_origin_[lane] = origin;
    }
    /// The lanes of @p group have come, and each takes what the lane @p sources of it has brought.
    void exchange(Mask group, const std::array<int, warp_size>& sources) {
        undefined_lanes_ &= ~group;
        for (Mask rest = group; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
            const auto source = static_cast<std::size_t>(sources[lane]);
            const bool is_active = (group >> source & 1) != 0;
            if (is_active && (undefined_sources_ >> source & 1) == 0) continue;
            undefined_lanes_ |= Mask{1} << lane;
            lane_origin_[lane] = is_active ? source_origin_[source] : inactive_lane;
        }
        undefined_sources_ &= ~group;
    }
    /// The lanes that have got no value in their last shuffle.
    [[nodiscard]] Mask undefined_lanes() const { return undefined_lanes_; }
    /// Of such a lane: where the value would have come from.
    [[nodiscard]] std::uint32_t origin(unsigned lane) const { return lane_origin_[lane]; }

private:
    Mask undefined_sources_ = 0;
    Mask undefined_lanes_ = 0;
    std::array<std::uint32_t, warp_size> source_origin_ = {};
    std::array<std::uint32_t, warp_size> lane_origin_ = {};
};

} // namespace simulator
