#pragma once

/// @file
/// How the addresses of one instruction lay to each other when it was executed last.

#include <array>
#include <cstdint>

#include "memory/access.h"

namespace simulator {

/// How far the addresses of all 32 lanes were from that of lane 0. A loop moves them together, so they mostly
/// lie as they did before; then what was found out about them, the passes over the banks of shared memory
/// among it, need not be found out again.
struct AddressPattern {
    alignas(64) std::array<std::int32_t, warp_size> offsets = {}; ///< from lane 0's
    std::int32_t lowest = 0;                                      ///< of them, 0 or less
    std::int32_t highest = 0;                                     ///< of them, 0 or more
    std::uint32_t bits = 0; ///< of all of them: what is not aligned shows in the lower ones
    std::uint32_t number =
        0; ///< for Access::pattern: another one whenever they are others; 0: there are none
    std::uint32_t misses = 0; ///< executions in a row that found others

    /// Whether it is worth while to look at them: not for addresses that come from data.
    [[nodiscard]] bool is_worth_checking() const { return misses < max_misses; }
    /// Takes the place of what was known: how these 32 lie. Where that is too far apart, the number is 0.
    template <class Value> void record_pattern(const Value* values);

private:
    static constexpr std::uint32_t max_misses = 32;
    std::uint32_t last_number_ = 0;
};

template <class Value> void AddressPattern::record_pattern(const Value* values) {
    lowest = highest = 0;
    bits = 0;
    bool far = false;
    for (std::size_t lane = 0; lane < warp_size; ++lane) {
        const Value distance = values[lane] - values[0];
        const auto offset = static_cast<std::int32_t>(distance);
        far |= static_cast<Value>(offset) != distance;
        offsets[lane] = offset;
        lowest = offset < lowest ? offset : lowest;
        highest = offset > highest ? offset : highest;
        bits |= static_cast<std::uint32_t>(offset);
    }
    number = far ? 0 : ++last_number_;
    misses += far;
}

} // namespace simulator
