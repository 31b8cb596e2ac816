#include "counters/polls.h"

#include <algorithm>
#include <utility>

namespace simulator {

void Polls::read(WarpId place, PendingPoll poll, bool again, std::vector<MemoryTally>& memory) {
    const Key key{place.block, place.warp};
    const auto known = pending_.find(key);
    if (known != pending_.end() && again && known->second.tally == poll.tally) {
        PendingPoll& open = known->second;
        if (std::exchange(open.changed, false))
            memory[open.tally].again += poll.repeated;
        else
            open.repeated += poll.repeated;
        return;
    }
    if (known != pending_.end()) forget(key);
    poll.repeated = {};
    for (const auto& [line, sectors] : poll.lines) by_line_[line].push_back(key);
    pending_.emplace(key, std::move(poll));
}

void Polls::count_answered(WarpId place, std::uint64_t line, Sectors sectors,
                           std::vector<MemoryTally>& memory) {
    const auto waiting = by_line_.find(line);
    if (waiting == by_line_.end()) return;
    const Key writer{place.block, place.warp};
    for (const Key& key : waiting->second) {
        PendingPoll& poll = pending_.at(key);
        const bool here = std::ranges::any_of(poll.lines, [&](const auto& asked) {
            return asked.first == line && (asked.second & sectors) != 0;
        });
        if (!here || key == writer) continue;
        memory[poll.tally].again += std::exchange(poll.repeated, {});
        poll.changed = true;
    }
}

void Polls::forget(const Key& key) {
    const auto poll = pending_.find(key);
    for (const auto& [line, sectors] : poll->second.lines) {
        const auto there = by_line_.find(line);
        if (there == by_line_.end()) continue;
        std::erase(there->second, key);
        if (there->second.empty()) by_line_.erase(there);
    }
    pending_.erase(poll);
}

} // namespace simulator
