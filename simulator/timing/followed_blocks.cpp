#include "timing/followed_blocks.h"

#include <algorithm>
#include <map>
#include <set>

namespace simulator::timing {
namespace {

// More generations of blocks than this show nothing new.
constexpr std::uint64_t generations = 2;

// The first one, and some farther on: nearer to each other at the beginning, because a grid of few blocks ends there.
std::set<std::uint64_t> followed_sms(std::uint64_t blocks, std::uint64_t multiprocessors) {
    const std::uint64_t busy = std::min(blocks, multiprocessors);
    return {0, busy / 16, busy / 4, busy / 2};
}

} // namespace

FollowedBlocks blocks_to_follow(std::uint64_t blocks, std::uint32_t multiprocessors, std::uint32_t resident) {
    FollowedBlocks followed;
    for (std::uint64_t n = 0; n < generations * resident && n * multiprocessors < blocks; ++n) {
        ++followed.most_of_sm;
        for (const std::uint64_t sm : followed_sms(blocks, multiprocessors))
            if (n * multiprocessors + sm < blocks) followed.blocks.push_back(n * multiprocessors + sm);
    }
    return followed;
}

std::vector<BlockSteps> of_busiest_sm(std::vector<BlockSteps> steps, std::span<const BlockWork> work,
                                      std::uint32_t multiprocessors) {
    std::map<std::uint64_t, double> work_of;
    for (const BlockSteps& block : steps)
        work_of[block.block % multiprocessors] +=
            block.block < work.size() ? static_cast<double>(work[block.block].all) : 0;
    // What one SM has more than another by chance is no reason to take it.
    constexpr double alike = 1.1;
    std::uint64_t busiest = 0;
    for (const auto& [sm, of_it] : work_of)
        if (of_it > alike * work_of[busiest]) busiest = sm;
    std::erase_if(steps, [&](const BlockSteps& block) { return block.block % multiprocessors != busiest; });
    return steps;
}

} // namespace simulator::timing
