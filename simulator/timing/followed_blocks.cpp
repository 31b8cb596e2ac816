#include "timing/followed_blocks.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace simulator::timing {
namespace {

// More generations of blocks than this show nothing new.
constexpr std::uint64_t generations = 2;

// SMs of which blocks are followed, and the generation with which these begin.
struct Chosen {
    std::set<std::uint64_t> sms;
    std::uint64_t first = 0;
};

// The first SM, and some farther on: nearer to each other at the beginning, because a grid of few blocks ends there.
Chosen first_ones(std::uint64_t busy) { return {{0, busy / 16, busy / 4, busy / 2}}; }

Chosen drawn(std::uint64_t busy, const GridPlace& grid, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    constexpr std::uint64_t sms = 4;
    Chosen chosen;
    for (std::uint64_t n = 0; n < sms; ++n) {
        const std::uint64_t begin = busy * n / sms;
        const std::uint64_t end = busy * (n + 1) / sms;
        if (begin < end) chosen.sms.insert(begin + random() % (end - begin));
    }
    // Where all that are followed begin, each SM has as many blocks as the others.
    const std::uint64_t whole = grid.blocks / grid.multiprocessors;
    const std::uint64_t followed = generations * grid.resident;
    if (whole > followed) chosen.first = random() % (whole - followed + 1);
    return chosen;
}

} // namespace

FollowedBlocks blocks_to_follow(const GridPlace& grid, std::uint64_t seed) {
    const std::uint64_t busy = std::min<std::uint64_t>(grid.blocks, grid.multiprocessors);
    const Chosen chosen = seed == 0 ? first_ones(busy) : drawn(busy, grid, seed);
    FollowedBlocks followed;
    for (std::uint64_t n = 0; n < generations * grid.resident; ++n) {
        const std::uint64_t begin = (chosen.first + n) * grid.multiprocessors;
        if (begin >= grid.blocks) break;
        ++followed.most_of_sm;
        for (const std::uint64_t sm : chosen.sms)
            if (begin + sm < grid.blocks) followed.blocks.push_back(begin + sm);
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
    if (work_of.empty()) return steps;
    std::uint64_t busiest = work_of.begin()->first;
    for (const auto& [sm, of_it] : work_of)
        if (of_it > alike * work_of[busiest]) busiest = sm;
    std::erase_if(steps, [&](const BlockSteps& block) { return block.block % multiprocessors != busiest; });
    return steps;
}

} // namespace simulator::timing
