#pragma once

/// @file
/// What a warp's request to global or local memory touches: lines of 128 bytes, and which of their four
/// sectors.
///
/// A request is served in passes: all lanes at once up to 4 bytes a lane, the two halves of the warp one
/// after the other with 8 bytes, the four quarters with 16. What lanes of one pass touch together is touched
/// once; what two passes touch is touched twice. Lanes that all have one address need one pass, whatever its
/// width.

#include <array>
#include <bit>
#include <cstdint>

#include "observe/access.h"
#include "observe/lane_set.h"

namespace simulator {

/// log2 of the bytes of a sector and of a line.
inline constexpr int sector_bits = 5;
inline constexpr int line_bits = 7;

/// Sectors of a line: bit i is bytes [32 i, 32 i + 32).
using Sectors = std::uint32_t;

/// The sector of an address.
constexpr Sectors sector_of(Address address) { return 1U << (address >> sector_bits & 3); }

/// How many passes a request with so many bytes a lane takes.
constexpr int passes_of(std::uint32_t bytes) { return bytes <= 4 ? 1 : bytes <= 8 ? 2 : 4; }

/// The lanes of one pass of several.
constexpr Mask lanes_of_pass(int pass, int passes) {
    const int width = warp_size / passes;
    return (all_lanes >> (warp_size - width)) << (pass * width);
}

/// Collects the lines of one request after the other.
class Footprint {
public:
    /// Calls `touch(line, sectors)`, with address / 128 for the line, for what an access to global memory
    /// touches.
    template <class F> void global(const Access& access, F&& touch) {
        const Address first = access.addresses[std::countr_zero(access.mask)];
        switch (access.shape) {
            case Shape::uniform: touch(first >> line_bits, sector_of(first)); break;
            case Shape::consecutive: {
                const int passes = passes_of(access.bytes);
                const std::uint32_t bytes = static_cast<std::uint32_t>(warp_size / passes) * access.bytes;
                for (int pass = 0; pass < passes; ++pass)
                    range(first + static_cast<std::uint32_t>(pass) * bytes, bytes, touch);
                break;
            }
            case Shape::scattered:
                if (strided(access)) {
                    for (int lane = 0; lane < warp_size; ++lane) {
                        const Address address = access.addresses[lane];
                        touch(address >> line_bits, sector_of(address));
                    }
                    break;
                }
                collect_global(access);
                touch_all(touch);
        }
    }

    /// The same for an access to local memory, with @p base as the line where the warp's local memory begins.
    /// The memory of a warp's threads is interleaved word by word: a line holds one word of each lane, a
    /// sector the words of eight.
    template <class F> void local(const Access& access, std::uint64_t base, F&& touch) {
        collect_local(access, base);
        touch_all(touch);
    }

private:
    struct Touch {
        std::uint64_t line;
        Sectors sectors;
    };

    /// Bytes that lie together, on at most two lines.
    template <class F> static void range(Address begin, std::uint32_t bytes, F& touch) {
        const Address last = begin + bytes - 1;
        const Sectors from = ~(sector_of(begin) - 1) & 15;
        const Sectors to = (sector_of(last) << 1) - 1;
        if (last >> line_bits == begin >> line_bits) {
            touch(begin >> line_bits, from & to);
            return;
        }
        touch(begin >> line_bits, from);
        touch(last >> line_bits, to);
    }

    template <class F> void touch_all(F& touch) const {
        for (std::uint32_t i = 0; i < count_; ++i) touch(touches_[i].line, touches_[i].sectors);
    }

    /// Whether each lane has a line of its own, and they come in order: what any stride of a line or more
    /// looks like.
    static bool strided(const Access& access) {
        if (access.mask != all_lanes || access.bytes > 4) return false;
        // Without a branch, so that compilers take several lanes at once: a difference below zero has its top
        // bit set.
        std::uint64_t ascending = ~std::uint64_t{0};
        for (int lane = 0; lane + 1 < warp_size; ++lane)
            ascending &= (access.addresses[lane] >> line_bits) - (access.addresses[lane + 1] >> line_bits);
        return ascending >> 63 != 0;
    }

    void collect_global(const Access& access);
    void collect_local(const Access& access, std::uint64_t base);
    void add_pass(const Address* addresses, Mask lanes);
    bool add_ascending(const Address* addresses, Mask lanes);
    void add(std::uint64_t line, Sectors sectors) { touches_[count_++] = {line, sectors}; }
    void merge(std::uint64_t line, Sectors sectors);

    /// Room for 32 lanes that touch four rows of local memory each.
    std::array<Touch, 128> touches_ = {};
    std::uint32_t count_ = 0;
    LaneSet set_ = {};
};

} // namespace simulator
