#pragma once

/// @file
/// Polls that were in vain: a warp asks for the same words again because another warp has yet to write them.

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "observe/access.h"
#include "observe/footprint.h"
#include "observe/tally.h"

namespace simulator {

/// What one warp has polled last.
struct OpenPoll {
    std::size_t tally = 0; ///< of its instruction, as Counters::memory has it
    std::vector<std::pair<std::uint64_t, Sectors>> lines = {}; ///< that the request touches
    Repeated repeated = {};                                    ///< of requests that nobody has answered yet
    bool changed = false; ///< another warp has written there since the last request
};

/// The polls of one core under way. A repeated request counts as a poll when another warp writes one of its sectors, after the request
/// before it and before the first warp goes on to something else. What nobody writes is read again for no reason, and stays traffic
/// like any other.
class Polls {
public:
    /// @p place polls: @p poll has its one request, which is the same as its last one where @p again.
    void read(WarpPlace place, OpenPoll poll, bool again, std::vector<MemoryTally>& memory);
    /// A warp writes @p sectors of @p line: adds the polls that this answers to @p memory.
    void written(WarpPlace place, std::uint64_t line, Sectors sectors, std::vector<MemoryTally>& memory) {
        if (!open_.empty()) answer(place, line, sectors, memory);
    }

private:
    using Key = std::pair<std::uint64_t, std::uint32_t>; // block and warp

    void answer(WarpPlace place, std::uint64_t line, Sectors sectors, std::vector<MemoryTally>& memory);
    void forget(const Key& key);

    std::map<Key, OpenPoll> open_;
    std::unordered_map<std::uint64_t, std::vector<Key>> by_line_;
};

} // namespace simulator
