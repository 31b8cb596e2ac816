#pragma once

/// @file
/// The device's second-level cache.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "model/device.h"
#include "observe/footprint.h"
#include "observe/tally.h"

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
};

/// The L2 cache. Blocks are shown to it in their order, so its hits depend on the program alone. Its content
/// outlives a launch.
///
/// 16 ways of 128-byte lines with four sectors each, least recently used, addresses hashed over the sets. It
/// is written back: a write takes a sector without reading it, and DRAM sees it when its line is replaced.
class L2 {
public:
    /// As large as that of @p device, and empty.
    explicit L2(const Device& device);
    ~L2();

    /// Adds l2_hits to the tallies, and what goes to and from DRAM. A write is a hit: it waits for nothing.
    void serve(std::span<const L2Request> requests, std::vector<MemoryTally>& memory);

    /// Bytes read from DRAM and written to it.
    struct Traffic {
        std::uint64_t read = 0;    ///< sectors that were not there
        std::uint64_t written = 0; ///< changed sectors that had to make room
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
