#pragma once

/// @file
/// The L1 cache from the view of one block.
///
/// Lines of 128 bytes with four sectors each, fully associative, replaced by the CLOCK algorithm, which
/// approximates least recently used. The hardware hashes addresses over its sets, so it is nearly fully
/// associative as well.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "counters/footprint.h"

namespace simulator {

/// An L1 cache with sectored lines.
class L1Cache {
public:
    /// Constructs a cache of @p bytes bytes, at least one line.
    explicit L1Cache(std::uint32_t bytes);

    /// Invalidates all lines.
    void clear();

    /// Returns which of the sectors are cached.
    Sectors find(std::uint64_t line, Sectors sectors) {
        const Slot* slot = lookup(line);
        return slot == nullptr ? 0 : slot->valid & sectors;
    }

    /// Returns which of the sectors were cached; afterwards all of them are.
    Sectors fetch(std::uint64_t line, Sectors sectors) {
        Slot* slot = lookup(line);
        if (slot == nullptr) {
            insert(line, sectors);
            return 0;
        }
        const Sectors found = slot->valid & sectors;
        slot->valid = static_cast<std::uint16_t>(slot->valid | sectors);
        slot->referenced = 1;
        return found;
    }

private:
    using Index = std::uint16_t;
    static constexpr Index none = 0xffff;

    struct Slot {
        std::uint64_t line = 0;
        std::uint16_t valid = 0;      ///< valid sectors
        std::uint16_t referenced = 0; ///< 1 if used again since it was inserted or the clock hand passed it
        Index next = none;            ///< next slot in the bucket's chain
    };

    [[nodiscard]] std::size_t bucket_of(std::uint64_t line) const {
        return (line * 0x9e37'79b9'7f4a'7c15) >> bucket_shift_;
    }
    Slot* lookup(std::uint64_t line) {
        for (Index at = buckets_[bucket_of(line)]; at != none; at = slots_[at].next)
            if (slots_[at].line == line) return &slots_[at];
        return nullptr;
    }
    void insert(std::uint64_t line, Sectors sectors);
    Index evict();

    std::vector<Slot> slots_;
    std::vector<Index> buckets_;
    int bucket_shift_ = 0;
    std::size_t used_ = 0; ///< number of slots with a line: the first ones
    std::size_t hand_ = 0;
};

} // namespace simulator
