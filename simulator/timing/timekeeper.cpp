#include "timing/timekeeper.h"

#include <algorithm>
#include <utility>

#include "timing/launch_time.h"
#include "timing/recorded_launch.h"
#include "timing/sampled_blocks.h"
#include "timing/sass_costs.h"
#include "timing/suggestions.h"

namespace simulator::timing {
namespace {

// The first two launches of a configuration are always traced; further ones until this many instructions were
// replayed.
constexpr std::uint32_t min_replayed_launches = 2;
constexpr std::uint64_t max_replayed_steps = 40'000'000;

// Returns how many steps per warp are recorded.
std::uint32_t steps_of_warp(std::size_t blocks, std::uint64_t threads) {
    constexpr std::size_t max_total_steps = 6'000'000;
    constexpr std::size_t min_steps_per_warp = 2'000;
    constexpr std::size_t max_steps_per_warp = 40'000;
    const std::size_t warps = std::max<std::size_t>(blocks * ((threads + warp_size - 1) / warp_size), 1);
    return static_cast<std::uint32_t>(
        std::clamp(max_total_steps / warps, min_steps_per_warp, max_steps_per_warp));
}

MemoryDemand demand_of(const Counters& counters, const KernelFacts& kernel, const L2::Traffic& traffic) {
    MemoryDemand demand;
    demand.traffic = traffic;
    for (std::size_t n = 0; n < counters.memory.size(); ++n) {
        const MemoryTally& tally = counters.memory[n];
        const auto sectors = static_cast<double>(tally.l2_sectors);
        switch (tally.kind) {
            case RequestKind::load: demand.read_sectors += sectors; break;
            case RequestKind::store: demand.written_sectors += sectors; break;
            case RequestKind::atomic:
            case RequestKind::reduction: demand.atomic_sectors += sectors; break;
        }
    }
    constexpr double sectors_of_line = 4;
    for (std::size_t op = 0; op < counters.tallies.size(); ++op)
        demand.written_sectors += static_cast<double>(counters.tallies[op].warps) *
                                  kernel.ops[op].cost.spill_stores * sectors_of_line;
    return demand;
}

// Returns by instruction the fraction of its L2 accesses that wait for DRAM.
std::vector<double> dram_shares(const Counters& counters) {
    std::vector<double> shares(counters.tallies.size());
    for (std::uint32_t op = 0; op < shares.size(); ++op) {
        double demand = 0;
        double far = 0;
        for (const MemorySpace space : {MemorySpace::global, MemorySpace::local}) {
            const MemoryTally& tally = counters.memory[tally_index(op, space)];
            demand += static_cast<double>(tally.l2_requests);
            far += static_cast<double>(tally.l2_dram_requests);
        }
        if (demand != 0) shares[op] = far / demand;
    }
    return shares;
}

} // namespace

Timekeeper::Timekeeper(const Device& device, const DeviceTime& time, std::uint64_t seed, bool suggestions)
    : device_(device), time_(part_of(time, device.parts, device.memory_parts)), seeds_(seed),
      is_random_(seed != 0), suggestions_(suggestions) {}

Timekeeper::Shape Timekeeper::shape_of(const LaunchRequest& request) {
    const Dim3& grid = request.grid;
    const Dim3& block = request.block;
    return {request.kernel, {grid.x, grid.y, grid.z, block.x, block.y, block.z}, request.dynamic_shared};
}

void Timekeeper::prepare(LaunchRequest& request) {
    request.round_robin_blocks = true;
    if (steps_ >= max_replayed_steps && known_[shape_of(request)].launches >= min_replayed_launches) return;
    SampledBlocks sampled =
        sample_blocks({request.grid.count(), device_.multiprocessors, request.resident_blocks},
                      is_random_ ? seeds_() : 0);
    request.traced_blocks = std::move(sampled.blocks);
    request.max_trace_steps = steps_of_warp(sampled.max_per_sm, request.block.count());
}

LaunchTime Timekeeper::time_of(const LaunchRequest& request, LaunchResult& result, const LaunchFacts& facts,
                               const sass::SassProgram& code) {
    std::shared_ptr<const KernelFacts>& kernel = kernels_[request.kernel];
    if (kernel == nullptr)
        kernel =
            std::make_shared<const KernelFacts>(facts_of(*request.kernel, sass_costs(*request.kernel, code)));
    TimedLaunch launch;
    launch.kernel = kernel;
    launch.blocks = request.grid.count();
    launch.threads = static_cast<std::uint32_t>(request.block.count());
    launch.multiprocessors = device_.multiprocessors;
    launch.resident = request.resident_blocks;
    launch.steps = trace_of_busiest_sm(std::move(result.steps), result.work, device_.multiprocessors);
    launch.work = std::move(result.work);
    launch.waits = result.waits;
    launch.dram_share = dram_shares(*result.counters);
    launch.demand = demand_of(*result.counters, *kernel, facts.dram);
    for (std::size_t op = 0; op < kernel->ops.size(); ++op)
        for (std::size_t unit = 0; unit < unit_count; ++unit)
            launch.instructions[unit] += static_cast<double>(result.counters->tallies[op].warps) *
                                         kernel->ops[op].cost.instructions[unit];
    const double instructions = launch.all_instructions();
    ShapeHistory& known = known_[shape_of(request)];
    SmTime sm = known.sm;
    if (!launch.steps.empty()) {
        sm = known.sm = time_of_sm(launch, time_);
        known.instructions = instructions;
        ++known.launches;
        steps_ += sm.run.steps;
    } else if (known.instructions != 0) {
        for (double* const time :
             {&sm.cycles, &sm.extrapolation_factor, &sm.lockstep.cycles, &sm.lockstep.handoffs,
              &sm.lockstep.critical_path, &sm.imbalance.longest, &sm.imbalance.mean})
            *time *= instructions / known.instructions;
    }
    LaunchTime found = timing::time_of(launch, sm, time_);
    found.record = to_json({without_traces(launch), sm});
    if (suggestions_ && !launch.steps.empty())
        found.suggestions =
            suggestions_of({std::move(launch), *result.counters, *request.kernel, sm, found.ms}, device_,
                           time_);
    return found;
}

} // namespace simulator::timing
