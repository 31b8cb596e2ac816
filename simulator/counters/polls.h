#pragma once

/// @file
/// Polling: a warp repeats a request until another warp has written the words.

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "counters/footprint.h"
#include "counters/tally.h"
#include "memory/access.h"

namespace simulator {

/// The last poll of one warp.
struct PendingPoll {
    std::size_t tally = 0; ///< index of its instruction in Counters::memory
    std::vector<std::pair<std::uint64_t, Sectors>> lines = {}; ///< sectors of the request, by line
    RepeatedRequests repeated = {}; ///< repeated requests that are not answered yet
    bool changed = false;           ///< another warp has written there since the last request
};

/// The pending polls of one core. A repeated request counts as a poll if another warp writes one of its
/// sectors after the previous request and before the first warp issues a different request. Repeated reads of
/// words that no warp writes count as traffic.
class Polls {
public:
    /// Records that @p place polls. @p poll contains one request, which repeats the warp's last one if @p
    /// again.
    void read(WarpId place, PendingPoll poll, bool again, std::vector<MemoryTally>& memory);
    /// Records a write of @p sectors of @p line, and adds the polls that it answers to @p memory.
    void written(WarpId place, std::uint64_t line, Sectors sectors, std::vector<MemoryTally>& memory) {
        if (!pending_.empty()) count_answered(place, line, sectors, memory);
    }

private:
    using Key = std::pair<std::uint64_t, std::uint32_t>; // block and warp

    void count_answered(WarpId place, std::uint64_t line, Sectors sectors, std::vector<MemoryTally>& memory);
    void forget(const Key& key);

    std::map<Key, PendingPoll> pending_;
    std::unordered_map<std::uint64_t, std::vector<Key>> by_line_;
};

} // namespace simulator
