#pragma once

/// @file
/// Scattered lane addresses of an instruction relative to lane 0, as of an earlier execution.

#include <array>
#include <cstdint>

#include "memory/access.h"

namespace simulator {

/// Distances of all 32 lane addresses from that of lane 0. A loop moves them together, so they usually stay
/// the same from one execution to the next. Then the results that were derived from them, such as the passes
/// over the banks of shared memory, need not be computed again.
struct AddressPattern {
    alignas(64) std::array<std::int32_t, warp_size> offsets = {}; ///< bytes from lane 0's address
    std::int32_t lowest = 0;                                      ///< smallest offset, 0 or less
    std::int32_t highest = 0;                                     ///< largest offset, 0 or more
    std::uint32_t bits = 0; ///< bitwise OR of all offsets: misaligned ones set the low bits
    std::uint32_t number =
        0; ///< value of Access::pattern: changes whenever the offsets change; 0: no pattern
    std::uint32_t misses = 0; ///< consecutive executions with other offsets

    /// Returns whether comparing addresses with the pattern is worth while; it is not for data-dependent
    /// addresses.
    [[nodiscard]] bool is_worth_checking() const { return misses < max_misses; }
    /// Replaces the pattern by the offsets of these 32 addresses. `number` becomes 0 if an offset exceeds 32
    /// bits.
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
