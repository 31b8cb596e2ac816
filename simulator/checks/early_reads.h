#pragma once

/// @file
/// Reads of a block's shared memory that came before anybody had written there.

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "memory/access.h"

namespace simulator::checks {

/// One such read, by one thread.
struct EarlyRead {
    /// A thread that wrote some of the bytes later, with nothing between that orders the two.
    struct Writer {
        std::uint32_t thread = 0; ///< in the block
        std::uint32_t op = 0;     ///< index in Kernel::code
    };

    std::uint32_t op = 0;               ///< index in Kernel::code
    std::uint32_t thread = 0;           ///< in the block
    Address address = 0;                ///< offset in shared memory
    AccessKind kind = AccessKind::load; ///< never a store
    bool strong = false;                ///< atomic or volatile
    std::uint8_t bytes = 0;             ///< that it asked for
    std::uint32_t missing = 0;          ///< which of them nobody has written: one bit each
    std::uint64_t times = 1;            ///< how often the thread did this
    std::optional<Writer> writer = {};  ///< set once they are written
    bool warp_ordered = false;          ///< the thread's warp has had a `__syncwarp` since
};

/// Keeps what was read early until it is clear whether somebody writes it in time or a barrier is missing.
class EarlyReads {
public:
    /// Keeps one, or counts it with the same one.
    void add(const EarlyRead& read);
    /// A thread is the first to write the bytes @p first, one bit each, from @p address on.
    void written(const EarlyRead::Writer& writer, Address address, std::uint32_t first, bool strong);
    /// The threads of a warp have met: of each other's writes, none comes in their reads' place any more.
    void warp_ordered(std::uint32_t warp);
    /// All that were kept, in their order; none is kept any more.
    std::vector<EarlyRead> take();

private:
    static constexpr Address chunk_bytes = 16; // no access crosses the border of two

    struct RecordedRead {
        EarlyRead read;
        std::uint64_t number;
    };

    std::uint64_t next_ = 0;
    std::map<Address, std::vector<RecordedRead>> chunks_; ///< by address divided by chunk_bytes
};

} // namespace simulator::checks
