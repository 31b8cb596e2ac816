#pragma once

/// @file
/// Values that threads have read by strong loads and may change and write back.

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

/// One read that may become an update.
struct PendingUpdate {
    static constexpr Address no_address = ~Address{0}; ///< there is no read

    Address address = no_address; ///< of the place
    std::uint32_t writes = 0;     ///< AccessHistory::strong_writes at that time
    /// Somebody whose write the thread could as well have missed, as nothing orders the two.
    std::optional<UnorderedPair> other = {};
};

/// Of each thread of the blocks under way, the latest few of them.
class PendingUpdates {
public:
    /// Forgets all.
    void clear() { blocks_.clear(); }
    /// The block has so many threads.
    void start_block(std::uint64_t block, std::uint32_t threads) { blocks_[block].resize(threads); }
    /// Its threads have left.
    void finish_block(std::uint64_t block) { blocks_.erase(block); }

    /// Keeps a read, and forgets the thread's oldest one.
    void begin(ThreadId thread, const PendingUpdate& update) {
        Recent& recent = blocks_.at(thread.block)[thread.index];
        recent.reads[recent.next++ % recent.reads.size()] = update;
    }
    /// The thread writes to the place: gives its latest read of it and forgets that.
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
