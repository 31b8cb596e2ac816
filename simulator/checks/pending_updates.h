#pragma once

/// @file
/// Values that threads have read by strong loads, and may change and write back.

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "checks/access_history.h"
#include "checks/thread_clock.h"
#include "memory/access.h"

namespace simulator::checks {

/// One strong read that may be the first half of a read-modify-write.
struct PendingUpdate {
    static constexpr Address no_address = ~Address{0}; ///< marks an empty entry

    Address address = no_address; ///< address of the location
    std::uint32_t writes = 0;     ///< AccessHistory::strong_writes at the time of the read
    /// A thread whose write is unordered with the read, so that the read may miss it.
    std::optional<UnorderedPair> other = {};
};

/// The latest four strong reads of each thread of the running blocks.
class PendingUpdates {
public:
    /// Forgets all reads.
    void clear() { blocks_.clear(); }
    /// Starts a block with @p threads threads.
    void start_block(std::uint64_t block, std::uint32_t threads) { blocks_[block].resize(threads); }
    /// Forgets the reads of a block.
    void finish_block(std::uint64_t block) { blocks_.erase(block); }

    /// Records a read in place of the thread's oldest one.
    void begin(ThreadId thread, const PendingUpdate& update) {
        Recent& recent = blocks_.at(thread.block)[thread.index];
        recent.reads[recent.next++ % recent.reads.size()] = update;
    }
    /// Removes and returns the thread's latest read of a location that it writes; nullopt if none is
    /// recorded.
    std::optional<PendingUpdate> end(ThreadId thread, Address address) {
        Recent& recent = blocks_.at(thread.block)[thread.index];
        const std::size_t size = recent.reads.size();
        for (std::size_t back = 1; back <= size; ++back) {
            PendingUpdate& read = recent.reads[(recent.next + size - back) % size];
            if (read.address != address) continue;
            return std::exchange(read, {});
        }
        return std::nullopt;
    }

private:
    struct Recent {
        std::array<PendingUpdate, 4> reads = {};
        std::size_t next = 0;
    };
    std::unordered_map<std::uint64_t, std::vector<Recent>> blocks_;
};

} // namespace simulator::checks
