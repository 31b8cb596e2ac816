#pragma once

/// @file
/// The L2 cache of the device.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "counters/footprint.h"
#include "counters/tally.h"
#include "gpu/device.h"

namespace simulator {

/// Kind of a request to L2.
enum class L2Use : std::uint8_t { read, write, modify };

/// One request of a block that L1 did not serve. Requests are served in order, block after block.
struct L2Request {
    std::uint64_t line = 0;         ///< address / 128
    std::uint32_t tally = 0;        ///< see tally_index()
    std::uint8_t sectors = 0;       ///< sectors of that line, as Sectors
    L2Use use = L2Use::read;        ///< read, write or atomic
    std::uint16_t times = 1;        ///< number of consecutive repetitions
    std::uint8_t bytes = 32;        ///< average bytes written per sector
    bool first = false;             ///< first line of an access
    std::uint8_t warp = 0;          ///< index in its block
    bool float_add = false;         ///< atomic addition of floating-point numbers
    std::uint8_t partial_edges = 0; ///< sectors whose other bytes are written too late to be merged
};

/// The L2 cache. It serves blocks in their order, so its hits depend on the program alone. Its content
/// outlives a launch.
///
/// 16 ways of 128-byte lines with four sectors each, least recently used, addresses hashed over the sets. It
/// is write-back: a write allocates a sector without reading it, and DRAM is written when the line is
/// replaced. Sectors that are then only partly written are read first. DRAM is read in pairs of sectors.
class L2 {
public:
    /// Nanoseconds for which one atomic change of a word occupies its L2 slice.
    static constexpr double change_ns = 0.74;
    /// Nanoseconds of a floating-point addition to a word that was just changed.
    static constexpr double float_change_ns = 1.76;

    /// Constructs an empty cache of the size of @p device's.
    explicit L2(const Device& device);
    ~L2();

    /// Invalidates all lines; dirty ones are not counted as written back.
    void clear();

    /// Adds l2_hits and DRAM requests to the tallies, and DRAM traffic to take_traffic(). A write is a hit,
    /// because it waits for nothing.
    void serve(std::span<const L2Request> requests, std::vector<MemoryTally>& memory);

    /// Traffic of a launch from SMs to L2, and from L2 to DRAM.
    struct Traffic {
        std::uint64_t read = 0;      ///< bytes: missing sectors and their neighbours
        std::uint64_t written = 0;   ///< bytes: dirty sectors that were replaced
        std::uint64_t scattered = 0; ///< reads and writes of a DRAM page that was not open
        std::uint64_t lines = 0;     ///< requests for a line
        std::uint64_t partial = 0;   ///< requests that write partial sectors
        std::uint64_t changed = 0;   ///< requests that read sectors written since their last read
        std::uint64_t filled = 0;    ///< lines that were read before they were written back
        /// Partial sectors that are written back separately; they only affect the modelled time.
        std::uint64_t partial_edges = 0;
        double changed_lines = 0; ///< different lines changed by atomics
        double hottest_ns = 0;    ///< nanoseconds for which atomics kept their busiest L2 slice busy
    };
    /// Returns the traffic since the last call.
    Traffic take_traffic();

private:
    struct Tags;

    std::uint64_t bytes_;
    /// Allocated at the first request: it takes megabytes, and runs without counters need none.
    std::unique_ptr<Tags> tags_;
};

} // namespace simulator
