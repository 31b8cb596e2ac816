#pragma once

/// @file
/// Whether states that follow from each other come again.

#include <cstddef>
#include <cstdint>
#include <span>

namespace simulator {

/// Mixes bytes, a multiple of 8 of them, into the hash @p hash.
std::uint64_t hash_combine(std::uint64_t hash, std::span<const std::byte> bytes);
/// Mixes a number into it.
inline std::uint64_t hash_combine(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9e37'79b9'7f4a'7c15ULL;
    return hash ^ hash >> 32;
}

/// Is shown one state after the other, and notices when they go round in a circle.
///
/// It keeps a single one, and takes a later one instead after 1, 2, 4, 8, ... more: sooner or later the one
/// it has lies in the circle, and there are as many to come before it is replaced as the circle has.
class CycleDetector {
public:
    /// From here on other states follow.
    void reset() { *this = {}; }
    /// Shows the next state. Returns whether it, or one before it, has been there before.
    bool has_repeated(std::uint64_t state);

private:
    std::uint64_t saved_state_ = 0;
    std::uint64_t steps_since_saved_ = 0; ///< since that one
    std::uint64_t steps_until_saved_ = 0; ///< before a later one is kept
    bool repeated_ = false;
};

} // namespace simulator
