#include "observe/polls.h"

#include <algorithm>

namespace simulator {

void Polls::repeat(WarpPlace place, OpenPoll poll) {
    const Key key{place.block, place.warp};
    if (const auto known = open_.find(key); known != open_.end()) {
        if (known->second.tally == poll.tally && known->second.lines == poll.lines) {
            known->second.repeated += poll.repeated;
            return;
        }
        forget(key);
    }
    for (const auto& [line, sectors] : poll.lines) by_line_[line].push_back(key);
    open_.emplace(key, std::move(poll));
}

void Polls::answer(WarpPlace place, std::uint64_t line, Sectors sectors, std::vector<MemoryTally>& memory) {
    const auto waiting = by_line_.find(line);
    if (waiting == by_line_.end()) return;
    const Key writer{place.block, place.warp};
    std::vector<Key> answered;
    for (const Key& key : waiting->second) {
        const auto& lines = open_.at(key).lines;
        const bool here = std::ranges::any_of(lines, [&](const auto& asked) {
            return asked.first == line && (asked.second & sectors) != 0;
        });
        if (here && key != writer) answered.push_back(key);
    }
    for (const Key& key : answered) {
        if (!open_.contains(key)) continue;
        const OpenPoll& poll = open_.at(key);
        memory[poll.tally].again += poll.repeated;
        forget(key);
    }
}

void Polls::forget(const Key& key) {
    const auto poll = open_.find(key);
    for (const auto& [line, sectors] : poll->second.lines) {
        const auto there = by_line_.find(line);
        if (there == by_line_.end()) continue;
        std::erase(there->second, key);
        if (there->second.empty()) by_line_.erase(there);
    }
    open_.erase(poll);
}

} // namespace simulator
