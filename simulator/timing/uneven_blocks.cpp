#include "timing/uneven_blocks.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <vector>

namespace simulator::timing {
namespace {

// How long so many slots take for blocks of these lengths, each begun where a slot is free.
double makespan(std::span<const double> lengths, std::uint64_t slots) {
    std::priority_queue<double, std::vector<double>, std::greater<>> free;
    for (std::uint64_t n = 0; n < std::min<std::uint64_t>(slots, lengths.size()); ++n) free.push(0);
    double end = 0;
    for (const double length : lengths) {
        const double done = free.top() + length;
        free.pop();
        free.push(done);
        end = std::max(end, done);
    }
    return end;
}

// What stands outside of loops is not in BlockWork: a warp goes through it once.
double outside_of_loops(const TimedLaunch& launch) { return static_cast<double>(launch.kernel->ops.size()); }

// What each block has to do, of all its warps.
std::vector<double> work_of_all(const TimedLaunch& launch) {
    constexpr std::uint32_t warp = 32;
    const double outside = outside_of_loops(launch) * ((launch.threads + warp - 1) / warp);
    std::vector<double> lengths;
    for (const BlockWork& work : launch.work) lengths.push_back(static_cast<double>(work.all) + outside);
    return lengths;
}

double longest_way(const TimedLaunch& launch, std::uint64_t block) {
    return static_cast<double>(launch.work[block].longest) + outside_of_loops(launch);
}

// Of a warp that has the SM for itself: clocks by what it has to do. The longest one that was followed shows it, in the latter
// half of its way: there the fewest of its lanes have something to do, as in a warp that goes on for much longer.
double clocks_of_lone_warp(const TimedLaunch& launch, const SmWork& work, const DeviceTime& time) {
    const auto way = [&](const BlockSteps* block) { return longest_way(launch, block->block); };
    const BlockSteps& block = **std::ranges::max_element(work.blocks, {}, way);
    if (block.warps.empty()) return 0;
    const auto warp = std::ranges::max_element(block.warps, {}, &WarpSteps::executed);
    BlockSteps alone = {block.block, {*warp}};
    const BlockSteps* const blocks[] = {&alone};
    SmWork lone = work;
    lone.blocks = blocks;
    lone.resident = 1;
    const SmRun whole = run_sm(lone, time);
    alone.warps.front().ops.resize(warp->ops.size() / 2);
    const SmRun half = run_sm(lone, time);
    if (whole.steps == half.steps) return 0;
    const double clocks_a_step = (whole.clocks - half.clocks) / static_cast<double>(whole.steps - half.steps);
    return clocks_a_step * static_cast<double>(warp->executed) / way(&block);
}

bool more_than_a_little(double least, double most) {
    constexpr double alike = 1.1;
    return most > alike * least;
}

} // namespace

bool blocks_differ(const TimedLaunch& launch) {
    if (launch.work.empty()) return false;
    const std::vector<double> lengths = work_of_all(launch);
    const auto [least, most] = std::ranges::minmax(lengths);
    const auto [shortest, longest] = std::ranges::minmax(launch.work, {}, &BlockWork::longest);
    const double outside = outside_of_loops(launch);
    return more_than_a_little(least, most) ||
           more_than_a_little(static_cast<double>(shortest.longest) + outside,
                              static_cast<double>(longest.longest) + outside);
}

Stretched stretched(const TimedLaunch& launch, const SmWork& work, double clocks, const DeviceTime& time) {
    const std::vector<double> lengths = work_of_all(launch);
    std::vector<double> of_these;
    for (const BlockSteps* block : work.blocks) of_these.push_back(lengths[block->block]);
    const double side_by_side = clocks / makespan(of_these, launch.resident);
    const double alone = clocks_of_lone_warp(launch, work, time);
    std::vector<double> times;
    for (std::size_t block = 0; block < lengths.size(); ++block)
        times.push_back(std::max(lengths[block] * side_by_side, longest_way(launch, block) * alone));
    const auto sum = [](std::span<const double> of) { return std::accumulate(of.begin(), of.end(), 0.0); };
    return {makespan(times, std::uint64_t{launch.multiprocessors} * launch.resident),
            sum(lengths) / launch.multiprocessors / sum(of_these)};
}

} // namespace simulator::timing
