#include "timing/sampled_blocks.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace simulator::timing {
namespace {

// Further generations of blocks add no information.
constexpr std::uint64_t generations = 2;

// An SM with sampled blocks, and the generation of the first of them.
struct Start {
    std::uint64_t sm = 0;
    std::uint64_t generation = 0;
};

// The first SM and some later ones. They are denser at the beginning, because a grid of few blocks ends
// there.
std::vector<Start> first_sms(std::uint64_t busy) {
    std::vector<Start> starts;
    for (const std::uint64_t sm : std::set<std::uint64_t>{0, busy / 16, busy / 4, busy / 2})
        starts.push_back({sm, 0});
    return starts;
}

// Each SM begins in another part of the grid, so that blocks without work in one part do not represent the
// grid.
std::vector<Start> random_sms(std::uint64_t busy, const GridPlacement& grid, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    constexpr std::uint64_t sms = 4;
    const auto draw_from = [&](std::uint64_t part, std::uint64_t choices) {
        const std::uint64_t begin = choices * part / sms;
        const std::uint64_t end = choices * (part + 1) / sms;
        return begin + (begin < end ? random() % (end - begin) : 0);
    };
    // Generations at which sampling may begin, so that each SM has as many blocks as the others.
    const std::uint64_t whole = grid.blocks / grid.multiprocessors;
    const std::uint64_t sampled = generations * grid.resident;
    const std::uint64_t beginnings = whole > sampled ? whole - sampled + 1 : 1;
    // Any part of the SMs may begin in any part of the grid.
    const std::uint64_t rotation = random() % sms;
    std::vector<Start> starts;
    for (std::uint64_t n = 0; n < sms; ++n)
        if (busy * n / sms < busy * (n + 1) / sms)
            starts.push_back({draw_from(n, busy), draw_from((n + rotation) % sms, beginnings)});
    return starts;
}

double lines_missing_l1(const BlockTrace& block) {
    double lines = 0;
    for (const WarpTrace& warp : block.warps)
        for (const AccessCost& cost : warp.costs) lines += cost.l2_sectors != 0 ? cost.lines : 0;
    return lines;
}

} // namespace

SampledBlocks sample_blocks(const GridPlacement& grid, std::uint64_t seed) {
    const std::uint64_t busy = std::min<std::uint64_t>(grid.blocks, grid.multiprocessors);
    SampledBlocks sampled;
    for (const Start& start : seed == 0 ? first_sms(busy) : random_sms(busy, grid, seed)) {
        std::size_t of_sm = 0;
        for (; of_sm < generations * grid.resident; ++of_sm) {
            const std::uint64_t block = (start.generation + of_sm) * grid.multiprocessors + start.sm;
            if (block >= grid.blocks) break;
            sampled.blocks.push_back(block);
        }
        sampled.max_per_sm = std::max(sampled.max_per_sm, of_sm);
    }
    std::ranges::sort(sampled.blocks);
    return sampled;
}

std::vector<BlockTrace> trace_of_busiest_sm(std::vector<BlockTrace> steps, std::span<const BlockWork> work,
                                            std::uint32_t multiprocessors) {
    // A line that misses L1 delays its warp about as long as 32 instructions.
    constexpr double instructions_per_line = 32;
    std::map<std::uint64_t, double> work_of;
    for (const BlockTrace& block : steps) {
        double& of_sm = work_of[block.block % multiprocessors];
        if (block.block >= work.size()) continue;
        of_sm += static_cast<double>(work[block.block].all) + instructions_per_line * lines_missing_l1(block);
    }
    // Ignore differences between SMs that are due to chance.
    constexpr double min_work_ratio = 1.1;
    if (work_of.empty()) return steps;
    std::uint64_t busiest = work_of.begin()->first;
    for (const auto& [sm, of_it] : work_of)
        if (of_it > min_work_ratio * work_of[busiest]) busiest = sm;
    std::erase_if(steps, [&](const BlockTrace& block) { return block.block % multiprocessors != busiest; });
    return steps;
}

} // namespace simulator::timing
