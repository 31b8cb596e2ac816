#include "counters/block_waits.h"

#include <algorithm>
#include <bit>

namespace simulator {

bool BlockWaitRecorder::record_write(const Access& access) {
    const std::uint64_t block = access.place.block;
    const auto waiter = waiters_.find(block);
    const std::uint64_t depth = waiter == waiters_.end() ? 0 : waiter->second.depth;
    for (Mask rest = access.mask; rest != 0; rest &= rest - 1) {
        Word& word =
            words_.try_emplace(access.addresses[std::countr_zero(rest)], Word{block, depth}).first->second;
        const bool again = access.kind == AccessKind::store && word.block == block && word.depth < depth;
        result_.written_twice = result_.written_twice || again;
        word = {block, depth};
    }
    return depth != 0;
}

bool BlockWaitRecorder::record_read(const Access& access) {
    const std::uint64_t block = access.place.block;
    bool waited = false;
    std::uint64_t depth = 0;
    for (Mask rest = access.mask; rest != 0; rest &= rest - 1) {
        const auto word = words_.find(access.addresses[std::countr_zero(rest)]);
        if (word == words_.end() || word->second.block == block) continue;
        waited = true;
        depth = std::max(depth, word->second.depth + 1);
    }
    if (!waited) return false;
    result_.words = std::max(result_.words, static_cast<std::uint32_t>(std::popcount(access.mask)));
    const auto [place, is_new] = waiters_.try_emplace(block);
    result_.blocks += is_new ? 1 : 0;
    Waiter& waiter = place->second;
    if (depth > waiter.depth) {
        waiter.depth = depth;
        result_.longest_chain = std::max(result_.longest_chain, depth);
        result_.rounds = std::max(result_.rounds, ++waiter.rounds);
    }
    return true;
}

} // namespace simulator
