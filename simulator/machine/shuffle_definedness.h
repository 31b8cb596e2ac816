#pragma once

/// @file
/// Definedness of the values that the lanes of a warp exchange in a shuffle.

#include <array>
#include <bit>
#include <cstdint>

#include "memory/access.h"

namespace simulator {

/// Propagates undefined values from one lane to another through a shuffle, see analysis/definedness.h. A
/// shadow op before the shuffle calls offer_defined() and offer_undefined(), the group calls exchange(), and
/// a shadow op after it reads the result.
class ShuffleDefinedness {
public:
    /// Origin of a value that comes from an inactive lane.
    static constexpr std::uint32_t inactive_lane = ~0U;

    /// Marks the values of the lanes @p mask as defined, when they arrive at a shuffle.
    void offer_defined(Mask mask) { undefined_sources_ &= ~mask; }
    /// Marks the value of @p lane as undefined; for @p origin, see handlers/shadow_ops.cpp.
    void offer_undefined(unsigned lane, std::uint32_t origin) {
        undefined_sources_ |= Mask{1} << lane;
        source_origin_[lane] = origin;
    }
    /// Performs the exchange once all lanes of @p group have arrived: each lane takes the value of lane
    /// `sources[lane]`.
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
    /// Lanes whose value from their last shuffle is undefined.
    [[nodiscard]] Mask undefined_lanes() const { return undefined_lanes_; }
    /// Origin of the undefined value of @p lane, or `inactive_lane`.
    [[nodiscard]] std::uint32_t origin(unsigned lane) const { return lane_origin_[lane]; }

private:
    Mask undefined_sources_ = 0;
    Mask undefined_lanes_ = 0;
    std::array<std::uint32_t, warp_size> source_origin_ = {};
    std::array<std::uint32_t, warp_size> lane_origin_ = {};
};

} // namespace simulator
