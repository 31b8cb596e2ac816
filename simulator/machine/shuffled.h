#pragma once

/// @file
/// What is known about the values that the lanes of a warp exchange in a shuffle.

#include <array>
#include <bit>
#include <cstdint>

#include "memory/access.h"

namespace simulator {

/// Follows values that nothing has set from one lane to another, see analysis/unset.h. Each lane says what it offers
/// when it comes to the shuffle, and asks what it has got behind it; the exchange between the two is the group's.
class Shuffled {
public:
    /// Origin of what comes from a lane that takes no part.
    static constexpr std::uint32_t absent = ~0U;

    /// The lanes @p mask come to a shuffle, and all bring values.
    void offer(Mask mask) { offered_ &= ~mask; }
    /// But @p lane brings one that nothing has set.
    void offer_unset(unsigned lane, std::uint32_t origin) {
        offered_ |= Mask{1} << lane;
        offered_origin_[lane] = origin;
    }
    /// The lanes of @p group have come, and each takes what the lane @p sources of it has brought.
    void exchange(Mask group, const std::array<int, warp_size>& sources) {
        taken_ &= ~group;
        for (Mask rest = group; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
            const auto source = static_cast<std::size_t>(sources[lane]);
            const bool is_here = (group >> source & 1) != 0;
            if (is_here && (offered_ >> source & 1) == 0) continue;
            taken_ |= Mask{1} << lane;
            taken_origin_[lane] = is_here ? offered_origin_[source] : absent;
        }
        offered_ &= ~group;
    }
    /// The lanes that have got no value in their last shuffle.
    [[nodiscard]] Mask taken() const { return taken_; }
    /// Of such a lane: where the value would have come from.
    [[nodiscard]] std::uint32_t origin(unsigned lane) const { return taken_origin_[lane]; }

private:
    Mask offered_ = 0;
    Mask taken_ = 0;
    std::array<std::uint32_t, warp_size> offered_origin_ = {};
    std::array<std::uint32_t, warp_size> taken_origin_ = {};
};

} // namespace simulator
