#pragma once

/// @file
/// Detection of repeated states (cycle detection), for livelocks.

#include <cstddef>
#include <cstdint>
#include <span>

namespace simulator {

/// Mixes bytes into the hash @p hash; their count must be a multiple of 8.
std::uint64_t hash_combine(std::uint64_t hash, std::span<const std::byte> bytes);
/// Mixes a 64-bit value into the hash @p hash.
inline std::uint64_t hash_combine(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9e37'79b9'7f4a'7c15ULL;
    return hash ^ hash >> 32;
}

/// Detects a cycle in a sequence of states, each of which determines the next one (Brent's algorithm).
///
/// It keeps one state, and replaces it by a later one after 1, 2, 4, 8, ... further states. Sooner or later
/// the kept state is on the cycle and stays for at least as many states as the cycle has.
class CycleDetector {
public:
    /// Starts a new sequence of states.
    void reset() { *this = {}; }
    /// Adds the next state. Returns whether the sequence has repeated a state by now.
    bool has_repeated(std::uint64_t state);

private:
    std::uint64_t saved_state_ = 0;
    std::uint64_t steps_since_saved_ = 0; ///< states since `saved_state_` was saved
    std::uint64_t steps_until_saved_ = 0; ///< value of `steps_since_saved_` at which the next state is saved
    bool repeated_ = false;
};

} // namespace simulator
