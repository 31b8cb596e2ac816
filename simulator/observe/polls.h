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

/// Repeated requests of one warp that nobody has answered yet.
struct OpenPoll {
    std::size_t tally = 0; ///< of its instruction, as Counters::memory has it
    std::vector<std::pair<std::uint64_t, Sectors>> lines = {}; ///< that the request touches
    Repeated repeated = {};                                    ///< all requests but the first
};

/// The polls of one core under way. A repeated request counts as a poll when another warp writes one of its sectors before the
/// first warp goes on to something else. What nobody writes is read again for no reason, and stays traffic like any other.
class Polls {
public:
    /// @p place has repeated a request once more, as @p poll says.
    void repeat(WarpPlace place, OpenPoll poll);
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
