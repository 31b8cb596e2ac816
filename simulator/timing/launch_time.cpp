#include "timing/launch_time.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <string>

#include "timing/dependent_blocks.h"
#include "timing/timed_op.h"
#include "timing/uneven_blocks.h"

namespace simulator::timing {
namespace {

using Terms = std::vector<std::pair<std::string, double>>;

// Returns the blocks of the SM that has most of them.
std::uint64_t blocks_per_sm(const TimedLaunch& launch) {
    return (launch.blocks + launch.multiprocessors - 1) / launch.multiprocessors;
}

// Returns the SM time if memory has the latencies of @p time.
SmTime replay_sm(const TimedLaunch& launch, const DeviceTime& time, std::span<const OpChange> changes,
                 bool limited_queues = false) {
    const std::uint64_t blocks = blocks_per_sm(launch);
    std::vector<const BlockTrace*> stepped;
    for (const BlockTrace& block : launch.steps) stepped.push_back(&block);
    // If an SM is to hold more blocks than were sampled, these are replayed more than once.
    const std::uint64_t wanted = std::min<std::uint64_t>(blocks, std::uint64_t{2} * launch.resident);
    for (std::size_t n = 0; stepped.size() < wanted; ++n)
        stepped.push_back(&launch.steps[n % launch.steps.size()]);
    const std::span<const BlockTrace* const> all =
        std::span<const BlockTrace* const>(stepped).first(std::min<std::size_t>(stepped.size(), blocks));

    SmWork work{*launch.kernel,           all,           launch.resident, launch.dram_share, changes,
                launch.waits.blocks != 0, limited_queues};
    SmTime sm;
    sm.run = run_sm(work, time);
    // Warps whose trace was cut off continue at the same rate.
    const double rest =
        sm.run.steps == 0 ? 1 : static_cast<double>(sm.run.total_steps) / static_cast<double>(sm.run.steps);
    sm.cycles = sm.run.cycles * rest;
    sm.generations = std::ceil(static_cast<double>(blocks) / launch.resident);
    sm.extrapolation_factor = static_cast<double>(blocks) / static_cast<double>(all.size());
    const bool uneven = blocks_differ(launch);
    if (uneven) {
        const Extrapolation whole = extrapolate(launch, work, sm.cycles, time);
        sm.cycles = whole.cycles;
        sm.imbalance = whole.imbalance;
        sm.extrapolation_factor = whole.extrapolation_factor;
    } else if (blocks > all.size() && all.size() > launch.resident) {
        // A replay with one generation less shows the time per block that was not replayed.
        work.blocks = all.first(all.size() - launch.resident);
        const double slope = (sm.run.cycles - run_sm(work, time).cycles) * rest / launch.resident;
        sm.cycles += slope * static_cast<double>(blocks - all.size());
    } else {
        sm.cycles *= sm.extrapolation_factor;
    }
    // Sampled blocks with little work, as at the edge of a matrix, do not represent the others.
    constexpr double min_work_ratio = 0.8;
    if (const double share = work_ratio_of_sampled(launch); share < min_work_ratio && !uneven)
        sm.cycles /= share;
    if (sampled_are_idle(launch)) sm.cycles = std::max(sm.cycles, cycles_without_overlap(launch, time));
    sm.extrapolation_factor *= rest;
    return sm;
}

} // namespace

double TimedLaunch::all_instructions() const {
    return std::accumulate(instructions.begin(), instructions.end(), 0.0);
}

SmTime time_of_sm(const TimedLaunch& launch, const DeviceTime& time, std::span<const OpChange> changes) {
    SmTime sm = replay_sm(launch, time, changes);
    if (sm.cycles == 0) return sm;
    if (waits_in_rounds(launch)) {
        const SmTime lockstep = replay_sm(launch, with_shared_bandwidth(launch, time), changes, true);
        // If fewer blocks were sampled, the replay repeats them until the SM is full.
        const double slots =
            static_cast<double>(std::min<std::uint64_t>(launch.resident, blocks_per_sm(launch)));
        const double per_block = lockstep.cycles / lockstep.run.cycles / slots;
        sm.lockstep = {lockstep.cycles, lockstep.run.handoffs.number * per_block,
                       lockstep.run.handoffs.all_latency * per_block};
    }
    for (std::size_t n = 1; n < slowdowns.size(); ++n)
        sm.relative_times[n] = replay_sm(launch, slowed_down(time, slowdowns[n]), changes).cycles / sm.cycles;
    return sm;
}

namespace {

// Mixed reads and writes reach less DRAM bandwidth than either alone. Scattered accesses must open new DRAM
// pages.
double dram_ms(const L2::Traffic& traffic, const DeviceTime& time) {
    // A sector that is written in two parts, far apart in time, costs DRAM a read of the rest and two whole
    // writes, on a page that is no longer open.
    const double alone = static_cast<double>(traffic.partial_edges) * sector_bytes;
    const double read = static_cast<double>(traffic.read) + alone;
    const double written = static_cast<double>(traffic.written) + alone / 2;
    if (read + written == 0) return 0;
    const double by_itself = (read + written) / (read / time.dram_read_gb_s + written / time.dram_write_gb_s);
    const double mixed = 2 * std::min(read, written) / (read + written);
    const double gb_s = by_itself - mixed * (by_itself - time.dram_copy_gb_s);
    const double pages =
        static_cast<double>(traffic.scattered) + 2 * static_cast<double>(traffic.partial_edges);
    return (read + written) / gb_s * 1e-6 + pages * time.dram_page_ps * 1e-9;
}

double l2_ms(const MemoryDemand& demand, const DeviceTime& time) {
    const double lines = static_cast<double>(demand.traffic.lines) +
                         time.l2_changed_requests * static_cast<double>(demand.traffic.changed);
    const auto partial = static_cast<double>(demand.traffic.partial);
    const double bytes = demand.read_sectors * sector_bytes / time.l2_gb_s +
                         demand.written_sectors * sector_bytes / time.l2_write_gb_s;
    // A partial write occupies both the path of its sectors and the lookup of its line, which overlap only in part.
    const double partial_ns = partial / time.l2_partial_per_ns;
    return std::max({std::sqrt(bytes * bytes + partial_ns * partial_ns),
                     (lines - partial) / time.l2_lines_per_ns + partial_ns,
                     static_cast<double>(demand.traffic.filled) / time.l2_fill_per_ns}) *
           1e-6;
}

double atomics_ms(const MemoryDemand& demand, const DeviceTime& time) {
    return demand.atomic_sectors / time.atomic_sectors_per_ns * 1e-6;
}

double hottest_ms(const MemoryDemand& demand, const DeviceTime& time) {
    // All parts of a GPU access the same few words. Many words are distributed over the parts.
    constexpr double few_lines = 512;
    const double others = demand.traffic.changed_lines <= few_lines ? time.parts : 1;
    return demand.traffic.hottest_ns * others * 1e-6;
}

// Adds the times of the schedulers and units if the work were distributed equally over all SMs.
void add_units(Terms& terms, const TimedLaunch& launch, const DeviceTime& time) {
    const auto ms_of = [&](double instructions, double per_cycle) {
        return instructions / per_cycle / launch.multiprocessors / time.clock_ghz * 1e-6;
    };
    terms.emplace_back("issue", ms_of(launch.all_instructions() * time.slot, sm_subpartitions));
    std::array<double, unit_count> busy = {};
    for (std::size_t unit = 0; unit < unit_count; ++unit)
        add_busy(busy, static_cast<Unit>(unit), launch.instructions[unit], time);
    for (std::size_t unit = 0; unit < unit_count; ++unit)
        if (busy[unit] != 0)
            terms.emplace_back("unit_" + std::string(text_of(static_cast<Unit>(unit))), ms_of(busy[unit], 1));
}

double norm(std::initializer_list<double> times, double p) {
    const double most = std::max(times);
    if (most == 0) return 0;
    double sum = 0;
    for (const double ms : times) sum += std::pow(ms / most, p);
    return most * std::pow(sum, 1 / p);
}

// Returns the resource with the highest utilization; below 60 % of the time the launch is bound by latency.
std::string limiter_of(const Terms& terms, double ms) {
    constexpr double busy = 0.6;
    const auto share = [&](const auto& term) { return term.first == "sm" ? 0 : term.second / ms; };
    const auto most = std::ranges::max_element(terms, {}, share);
    return share(*most) < busy ? "latency" : most->first;
}

} // namespace

bool scales_with_sms(const TimedLaunch& launch, const SmTime& sm) {
    constexpr double almost_all = 0.95;
    return launch.blocks >= launch.multiprocessors && sm.imbalance.longest < almost_all * sm.cycles;
}

LaunchTime time_of(const TimedLaunch& launch, const SmTime& sm, const DeviceTime& time) {
    const double ms_per_cycle = 1e-6 / time.clock_ghz;
    const double sm_ms = sm.cycles * ms_per_cycle;
    const double l2 = l2_ms(launch.demand, time);
    const double dram = dram_ms(launch.demand.traffic, time);
    const double atomics = atomics_ms(launch.demand, time);
    const double hottest = hottest_ms(launch.demand, time);
    const double start = static_cast<double>(launch.blocks) / time.blocks_per_us * 1e-3;

    const double memory = std::max({l2, dram, atomics, hottest});
    const double chain = dependency_chain_ms(launch, sm, time);
    TimesBySlowdown by_slowdown = sm.relative_times;
    for (double& ms : by_slowdown) ms *= sm_ms;
    const double joined =
        lockstep_ms(launch, sm, memory, combined_time(by_slowdown, memory, time.sharpness), time) + chain;
    LaunchTime found;
    constexpr double norm_exponent = 8;
    found.ms = norm({joined, start}, norm_exponent) + time.launch_us * 1e-3;
    Terms& terms = found.terms;
    terms = {
        {"sm", sm_ms},         {"l2", l2}, {"dram", dram}, {"atomics", atomics}, {"same_address", hottest},
        {"block_start", start}};
    if (chain != 0) terms.emplace_back("chain", chain);
    terms.emplace_back("launch", time.launch_us * 1e-3);
    const double of_sm = sm.extrapolation_factor * ms_per_cycle;
    add_units(terms, launch, time);
    terms.emplace_back("l1_and_shared", sm.run.data * of_sm);
    terms.emplace_back("from_l2", sm.run.incoming * of_sm);
    terms.emplace_back("to_l2", sm.run.outgoing * of_sm);
    found.limiter = limiter_of(terms, found.ms);
    found.scales = scales_with_sms(launch, sm);
    return found;
}

} // namespace simulator::timing
