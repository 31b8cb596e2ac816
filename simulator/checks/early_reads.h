#pragma once

/// @file
/// Reads of a block's shared memory before any thread has written there.

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "memory/access.h"

namespace simulator::checks {

/// One early read, by one thread.
struct EarlyRead {
    /// A thread that wrote some of the bytes later, without an order between read and write.
    struct Writer {
        std::uint32_t thread = 0; ///< index in the block
        std::uint32_t op = 0;     ///< index in Kernel::code
    };

    std::uint32_t op = 0;               ///< index in Kernel::code
    std::uint32_t thread = 0;           ///< index in the block
    Address address = 0;                ///< offset in shared memory
    AccessKind kind = AccessKind::load; ///< never a store
    bool strong = false;                ///< atomic or volatile
    std::uint8_t bytes = 0;             ///< size of the access
    std::uint32_t missing = 0;          ///< bit mask of the bytes that no thread has written
    std::uint64_t times = 1;            ///< number of such reads by the thread
    std::optional<Writer> writer = {};  ///< set once all bytes are written
    bool warp_ordered = false;          ///< the thread's warp has had a `__syncwarp` since
};

/// Records early reads until it is known whether another thread writes the bytes before the next barrier.
class EarlyReads {
public:
    /// Records a read, or counts it if an equal one is recorded.
    void add(const EarlyRead& read);
    /// Records the first write of the bytes of bit mask @p first, from @p address on.
    void written(const EarlyRead::Writer& writer, Address address, std::uint32_t first, bool strong);
    /// Records a `__syncwarp`: later writes by threads of the warp do not count as late writes for its own
    /// reads so far.
    void warp_ordered(std::uint32_t warp);
    /// Returns all recorded reads in their order, and forgets them.
    std::vector<EarlyRead> take();

private:
    static constexpr Address chunk_bytes = 16; // no access crosses a chunk boundary

    struct RecordedRead {
        EarlyRead read;
        std::uint64_t number;
    };

    std::uint64_t next_ = 0;
    std::map<Address, std::vector<RecordedRead>> chunks_; ///< indexed by address divided by chunk_bytes
};

} // namespace simulator::checks
