#pragma once

/// @file
/// The device's second-level cache.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "counters/footprint.h"
#include "counters/tally.h"
#include "gpu/device.h"

namespace simulator {

/// What a request wants of L2.
enum class L2Use : std::uint8_t { read, write, modify };

/// The part of a block's traffic that L1 did not keep, in order: what L2 is shown when it is this block's
/// turn.
struct L2Request {
    std::uint64_t line = 0;   ///< address / 128
    std::uint32_t tally = 0;  ///< see tally_index()
    std::uint8_t sectors = 0; ///< of that line, as Sectors
    L2Use use = L2Use::read;  ///< what becomes of them
    std::uint16_t times = 1;  ///< how often, one directly after the other
    std::uint8_t bytes = 32;  ///< of each sector, on average: what is written of it
    bool first = false;       ///< of the lines of an access
    std::uint8_t warp = 0;    ///< in its block
    bool float_add = false;   ///< numbers with a fraction are added
    std::uint8_t partial_edges =
        0; ///< of the sectors those of which the rest is written too late to be collected
};

/// The L2 cache. Blocks are shown to it in their order, so its hits depend on the program alone. Its content
/// outlives a launch.
///
/// 16 ways of 128-byte lines with four sectors each, least recently used, addresses hashed over the sets. It
/// is written back: a write takes a sector without reading it, and DRAM sees it when its line is replaced. What then has not
/// been written whole is read first. DRAM is read in pairs of sectors.
class L2 {
public:
    /// How long one change of a word takes the part of L2 that it lies in.
    static constexpr double change_ns = 0.74;
    /// The same where a number with a fraction is added to a word that was just changed.
    static constexpr double float_change_ns = 1.76;

    /// As large as that of @p device, and empty.
    explicit L2(const Device& device);
    ~L2();

    /// Forgets all lines; what was changed and not written back is not counted.
    void clear();

    /// Adds l2_hits to the tallies, and what goes to and from DRAM. A write is a hit: it waits for nothing.
    void serve(std::span<const L2Request> requests, std::vector<MemoryTally>& memory);

    /// What a launch asked of L2, and L2 of DRAM.
    struct Traffic {
        std::uint64_t read = 0;      ///< bytes: sectors that were not there, and their neighbours
        std::uint64_t written = 0;   ///< bytes: changed sectors that had to make room
        std::uint64_t scattered = 0; ///< reads and writes of a page of DRAM that was not in use
        std::uint64_t lines = 0;     ///< requests for a line
        std::uint64_t partial = 0;   ///< of these, writes of parts of sectors
        std::uint64_t changed = 0;   ///< of these, reads of what was written since it was last read
        std::uint64_t filled = 0;    ///< lines that were read before they were written back
        std::uint64_t partial_edges =
            0;                    ///< parts of sectors that are written back by themselves, in time only
        double changed_lines = 0; ///< different ones, by atomics
        double hottest_ns = 0;    ///< for how long atomics kept that part of L2 busy which they went to most
    };
    /// Since the last call.
    Traffic take_traffic();

private:
    struct Tags;

    std::uint64_t bytes_;
    /// Made at the first request: it takes megabytes, and whoever counts nothing needs none.
    std::unique_ptr<Tags> tags_;
};

} // namespace simulator
