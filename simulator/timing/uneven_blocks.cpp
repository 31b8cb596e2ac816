#include "timing/uneven_blocks.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>
#include <vector>

namespace simulator::timing {
namespace {

// Returns the makespan of blocks with these lengths on @p slots slots, each started in the first free slot
// (list scheduling).
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

// Returns the work of each block, summed over its warps.
std::vector<double> work_of_all(const TimedLaunch& launch) {
    std::vector<double> lengths;
    for (const BlockWork& work : launch.work) lengths.push_back(static_cast<double>(work.all));
    return lengths;
}

// BlockWork::longest_warp does not include code outside of loops, which a warp executes once.
double outside_of_loops(const TimedLaunch& launch) { return static_cast<double>(launch.kernel->ops.size()); }

double longest_warp_work(const TimedLaunch& launch, std::uint64_t block) {
    return static_cast<double>(launch.work[block].longest_warp) + outside_of_loops(launch);
}

// Returns the cycles per unit of work of a warp that has the SM for itself. The longest sampled warp is
// replayed, and only the second half of its trace counts: fewest of its lanes are active there, as in a warp
// that runs much longer.
double cycles_of_lone_warp(const TimedLaunch& launch, const SmWork& work, const DeviceTime& time) {
    const auto warp_work = [&](const BlockTrace* block) { return longest_warp_work(launch, block->block); };
    const BlockTrace& block = **std::ranges::max_element(work.blocks, {}, warp_work);
    if (block.warps.empty()) return 0;
    const auto warp = std::ranges::max_element(block.warps, {}, &WarpTrace::executed);
    BlockTrace alone = {block.block, {*warp}};
    const BlockTrace* const blocks[] = {&alone};
    SmWork lone = work;
    lone.blocks = blocks;
    lone.resident = 1;
    const SmRun whole = run_sm(lone, time);
    alone.warps.front().ops.resize(warp->ops.size() / 2);
    const SmRun half = run_sm(lone, time);
    if (whole.steps == half.steps) return 0;
    const double cycles_per_step =
        (whole.cycles - half.cycles) / static_cast<double>(whole.steps - half.steps);
    return cycles_per_step * static_cast<double>(warp->executed) / warp_work(&block);
}

double mean_of(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Returns the mean absolute deviation, relative to the mean.
double deviation_of(std::span<const double> lengths) {
    const double mean = mean_of(lengths);
    double all = 0;
    for (const double length : lengths) all += std::abs(length - mean);
    return mean == 0 ? 0 : all / static_cast<double>(lengths.size()) / mean;
}

std::vector<double> work_of_sampled(const TimedLaunch& launch) {
    std::vector<double> lengths;
    for (const BlockTrace& block : launch.steps)
        lengths.push_back(static_cast<double>(launch.work[block.block].all));
    return lengths;
}

// Returns the length L such that blocks of at least L do half of all work.
double weighted_median(std::vector<double> lengths) {
    std::ranges::sort(lengths);
    double left = std::accumulate(lengths.begin(), lengths.end(), 0.0) / 2;
    for (const double length : lengths)
        if ((left -= length) <= 0) return length;
    return 0;
}

} // namespace

double work_ratio_of_sampled(const TimedLaunch& launch) {
    if (launch.work.empty() || launch.steps.empty()) return 1;
    const double all = mean_of(work_of_all(launch));
    return all == 0 ? 1 : mean_of(work_of_sampled(launch)) / all;
}

bool sampled_are_idle(const TimedLaunch& launch) {
    constexpr double idle_ratio = 8;
    if (launch.work.empty() || launch.steps.empty()) return false;
    return idle_ratio * mean_of(work_of_sampled(launch)) < weighted_median(work_of_all(launch));
}

double cycles_without_overlap(const TimedLaunch& launch, const DeviceTime& time) {
    constexpr double sectors_of_line = 4;
    const double waits = (launch.demand.read_sectors / sectors_of_line) * time.dram_latency +
                         launch.demand.atomic_sectors * time.global_atomic_latency;
    const double computes = launch.all_instructions() * time.latency[static_cast<std::size_t>(Unit::alu)];
    std::vector<double> cycles = work_of_all(launch);
    const double work = std::accumulate(cycles.begin(), cycles.end(), 0.0);
    const double warps = std::ceil(launch.threads / static_cast<double>(warp_size));
    for (double& block : cycles) block *= (waits + computes) / work / warps;
    return makespan(cycles, std::uint64_t{launch.multiprocessors} * launch.resident);
}

bool blocks_differ(const TimedLaunch& launch) {
    if (launch.work.empty()) return false;
    const auto [shortest, longest] = std::ranges::minmax(launch.work, {}, &BlockWork::longest_warp);
    if (longest.longest_warp == 0)
        return false; // no loops: blocks differ only in whether they have work at all
    // A single shorter block among many, often the last one, does not matter.
    constexpr double max_deviation = 0.05;
    constexpr double much_longer = 1.1;
    const double outside = outside_of_loops(launch);
    return deviation_of(work_of_all(launch)) > max_deviation ||
           static_cast<double>(longest.longest_warp) + outside >
               much_longer * (static_cast<double>(shortest.longest_warp) + outside);
}

Extrapolation extrapolate(const TimedLaunch& launch, const SmWork& work, double cycles,
                          const DeviceTime& time) {
    const std::vector<double> lengths = work_of_all(launch);
    std::vector<double> sampled_lengths;
    for (const BlockTrace* block : work.blocks) sampled_lengths.push_back(lengths[block->block]);
    const double cycles_per_work = cycles / makespan(sampled_lengths, launch.resident);
    const double alone = cycles_of_lone_warp(launch, work, time);
    std::vector<double> times;
    for (std::size_t block = 0; block < lengths.size(); ++block)
        times.push_back(std::max(lengths[block] * cycles_per_work, longest_warp_work(launch, block) * alone));
    const auto sum = [](std::span<const double> of) { return std::accumulate(of.begin(), of.end(), 0.0); };
    const std::uint64_t slots = std::uint64_t{launch.multiprocessors} * launch.resident;
    return {makespan(times, slots),
            {std::ranges::max(times), sum(times) / static_cast<double>(slots)},
            sum(lengths) / launch.multiprocessors / sum(sampled_lengths)};
}

} // namespace simulator::timing
