#pragma once

/// @file
/// A small hash map for the 32 or fewer values of a warp; clearing it takes constant time.

#include <array>
#include <cstddef>
#include <cstdint>

namespace simulator {

/// Maps values to counts, for one request at a time.
class LaneSet {
public:
    /// Removes all keys.
    void clear() {
        if (++generation_ == 0) {
            entries_ = {};
            generation_ = 1;
        }
    }

    /// Returns the count of @p key; 0 for a new one. At most 64 different keys are allowed between two
    /// calls of clear().
    std::uint32_t& operator[](std::uint64_t key) {
        std::size_t at = (key * 0x9e37'79b9'7f4a'7c15) >> (64 - size_bits);
        while (true) {
            Entry& entry = entries_[at];
            if (entry.generation != generation_) {
                entry = {key, generation_, 0};
                return entry.value;
            }
            if (entry.key == key) return entry.value;
            at = (at + 1) % size;
        }
    }

private:
    static constexpr int size_bits = 7;
    static constexpr std::size_t size = std::size_t{1} << size_bits;

    struct Entry {
        std::uint64_t key = 0;
        std::uint32_t generation = 0;
        std::uint32_t value = 0;
    };

    std::array<Entry, size> entries_ = {};
    std::uint32_t generation_ = 1;
};

} // namespace simulator
