#pragma once

/// @file
/// Which of a warp's 32 or fewer numbers are different: a small hash table that is empty again at no cost.

#include <array>
#include <cstddef>
#include <cstdint>

namespace simulator {

/// A map from numbers to counts, for one request at a time.
class LaneSet {
public:
    /// Forgets all.
    void clear() {
        if (++generation_ == 0) {
            entries_ = {};
            generation_ = 1;
        }
    }

    /// The count that belongs to @p key; 0 for a new one. At most 64 keys may be told apart between two
    /// clear().
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
