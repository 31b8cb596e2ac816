#pragma once

/// @file
/// Footprint of a warp's request to global or local memory: lines of 128 bytes, and which of their four
/// sectors. A sector that several lanes touch counts once, however wide an element is; only atomics on one
/// address are serialized.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "counters/address_conflicts.h"
#include "counters/lane_set.h"
#include "memory/access.h"

namespace simulator {

/// log2 of the bytes per sector
inline constexpr int sector_bits = 5;
/// log2 of the bytes per line
inline constexpr int line_bits = 7;

/// Sectors of a line: bit i is bytes [32 i, 32 i + 32).
using Sectors = std::uint32_t;

/// Returns the sector of an address.
constexpr Sectors sector_of(Address address) { return 1U << (address >> sector_bits & 3); }

/// Computes the lines of one request after the other.
class Footprint {
public:
    /// Calls `visit(line, sectors)`, with address / 128 as the line, for everything that an access to global
    /// memory touches.
    template <class F> void global(const Access& access, F&& visit) {
        switch (access.shape) {
            case Shape::uniform: visit(access.begin >> line_bits, sector_of(access.begin)); break;
            case Shape::consecutive:
                range(access.begin, std::uint64_t{warp_size} * access.bytes, visit);
                break;
            case Shape::scattered:
                if (strided(access)) {
                    for (int lane = 0; lane < warp_size; ++lane) {
                        const Address address = access.addresses[lane];
                        visit(address >> line_bits, sector_of(address));
                    }
                    break;
                }
                collect_global(access);
                visit_all(visit);
        }
    }

    /// Calls `visit(line, sectors, times)` for an atomic: lanes with @p address_conflicts touch their sector
    /// one after the other.
    template <class F>
    void atomic(const Access& access, const AddressConflicts& address_conflicts, F&& visit) {
        const auto once = [&](std::uint64_t line, Sectors sectors) { visit(line, sectors, 1U); };
        if (access.shape == Shape::consecutive || access.lowering == AtomicLowering::warp_aggregated)
            return global(access, once);
        if (access.shape == Shape::uniform)
            return visit(access.begin >> line_bits, sector_of(access.begin),
                         address_conflicts.max_lanes_per_address());
        collect_atomic(access, address_conflicts);
        for (std::uint32_t i = 0; i < count_; ++i) visit_serialized(lines_[i].line, access_counts_[i], visit);
    }

    /// Calls `visit(line, sectors)` for an access to local memory; @p base is the line at which the warp's
    /// local memory begins. The local memory of a warp is interleaved by words: a line holds one word of each
    /// lane, a sector the words of eight.
    template <class F> void local(const Access& access, std::uint64_t base, F&& visit) {
        collect_local(access, base);
        visit_all(visit);
    }

private:
    struct LineSectors {
        std::uint64_t line;
        Sectors sectors;
    };

    /// Visits contiguous bytes.
    template <class F> static void range(Address begin, std::uint64_t bytes, F& visit) {
        const Address last = begin + bytes - 1;
        Sectors sectors = ~(sector_of(begin) - 1) & 15;
        std::uint64_t line = begin >> line_bits;
        for (; line < last >> line_bits; ++line) {
            visit(line, sectors);
            sectors = 15;
        }
        visit(line, sectors & ((sector_of(last) << 1) - 1));
    }

    /// Number of accesses per sector of a line.
    using AccessCounts = std::array<std::uint8_t, 4>;

    template <class F> void visit_all(F& visit) const {
        for (std::uint32_t i = 0; i < count_; ++i) visit(lines_[i].line, lines_[i].sectors);
    }

    /// Visits sectors together as long as their serialized accesses coincide.
    template <class F>
    static void visit_serialized(std::uint64_t line, const AccessCounts& counts, F& visit) {
        for (std::uint32_t done = 0;;) {
            Sectors sectors = 0;
            std::uint32_t next = warp_size;
            for (std::uint32_t sector = 0; sector < counts.size(); ++sector) {
                if (counts[sector] <= done) continue;
                sectors |= 1U << sector;
                next = std::min<std::uint32_t>(next, counts[sector]);
            }
            if (sectors == 0) return;
            visit(line, sectors, next - done);
            done = next;
        }
    }

    /// Returns whether each lane has its own line, in ascending order, as with any stride of a line or more.
    static bool strided(const Access& access) {
        if (access.mask != all_lanes) return false;
        // Branch-free, so that compilers vectorize the loop: a negative difference has its top bit set.
        std::uint64_t ascending = ~std::uint64_t{0};
        for (int lane = 0; lane + 1 < warp_size; ++lane)
            ascending &= (access.addresses[lane] >> line_bits) - (access.addresses[lane + 1] >> line_bits);
        return ascending >> 63 != 0;
    }

    void collect_global(const Access& access);
    void collect_local(const Access& access, std::uint64_t base);
    void collect_atomic(const Access& access, const AddressConflicts& address_conflicts);
    void add_lanes(const Address* addresses, Mask lanes);
    bool add_ascending(const Address* addresses, Mask lanes);
    void add(std::uint64_t line, Sectors sectors) { lines_[count_++] = {line, sectors}; }
    void merge(std::uint64_t line, Sectors sectors);

    /// Capacity for 32 lanes that each touch four rows of local memory.
    std::array<LineSectors, 128> lines_ = {};
    std::array<AccessCounts, warp_size> access_counts_ = {}; ///< atomics only: at most one line per lane
    std::uint32_t count_ = 0;
    LaneSet set_ = {};
};

} // namespace simulator
