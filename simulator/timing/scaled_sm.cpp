#include "timing/scaled_sm.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "timing/timed_op.h"

namespace simulator::timing {
namespace {

// Throughput and latency of an SM combine like the terms of a launch: the larger one dominates.
constexpr double norm_exponent = 2;

double sum_of(double a, double b) {
    return std::pow(std::pow(a, norm_exponent) + std::pow(b, norm_exponent), 1 / norm_exponent);
}
double rest_of(double sum, double a) {
    return std::pow(std::max(std::pow(sum, norm_exponent) - std::pow(a, norm_exponent), 0.0),
                    1 / norm_exponent);
}

// Returns the cycles for which the busiest resource of an SM is busy, if the SM has the rates of @p speed and the
// work that it had on @p from.
double busy_cycles(const SmTime& sm, const TimedLaunch& launch, const GpuSpeed& from, const GpuSpeed& speed) {
    const DeviceTime& time = speed.time;
    const double per_sm = 1.0 / launch.multiprocessors;
    double most = launch.all_instructions() * time.slot / sm_subpartitions * per_sm;
    std::array<double, unit_count> busy = {};
    for (std::size_t unit = 0; unit < unit_count; ++unit)
        add_busy(busy, static_cast<Unit>(unit), launch.instructions[unit], time);
    for (const double cycles : busy) most = std::max(most, cycles * per_sm);
    const auto path = [&](double cycles, double DeviceTime::*rate) {
        most = std::max(most, cycles * sm.extrapolation_factor * from.time.*rate / time.*rate);
    };
    path(sm.run.data, &DeviceTime::l1_lines_per_cycle);
    path(sm.run.incoming, &DeviceTime::l2_read_sectors_per_cycle);
    path(sm.run.outgoing, &DeviceTime::l2_write_sectors_per_cycle);
    return most;
}

// Returns the latency of a launch's requests to memory, in cycles: those that miss in L2 wait for DRAM.
double memory_latency(const TimedLaunch& launch, const DeviceTime& time) {
    const MemoryDemand& demand = launch.demand;
    const double sectors = demand.read_sectors + demand.atomic_sectors;
    const double missed = static_cast<double>(demand.traffic.read) / sector_bytes;
    const double of_dram = sectors == 0 ? 0 : std::min(missed / sectors, 1.0);
    return (1 - of_dram) * (time.l2_latency + time.l2_spread) +
           of_dram * (time.dram_latency + time.dram_spread);
}

// Returns the ratio of the latencies that a warp waits for. A part of them is of memory: doubled memory latency
// shows how much.
double latency_ratio(const SmTime& sm, double memory_ratio, const DeviceTime& from, const DeviceTime& to) {
    const double of_memory = std::clamp(sm.relative_times[1] - 1, 0.0, 1.0);
    constexpr auto alu = static_cast<std::size_t>(Unit::alu);
    return (1 - of_memory) * to.latency[alu] / from.latency[alu] + of_memory * memory_ratio;
}

// Returns the cycles for which the memory of @p time is busy with the reads and writes of a launch.
double memory_cycles(const TimedLaunch& launch, const DeviceTime& time) {
    const MemoryDemand& demand = launch.demand;
    const double l2 = demand.read_sectors * sector_bytes / time.l2_gb_s +
                      demand.written_sectors * sector_bytes / time.l2_write_gb_s;
    const double dram = static_cast<double>(demand.traffic.read) / time.dram_read_gb_s +
                        static_cast<double>(demand.traffic.written) / time.dram_write_gb_s;
    return std::max(l2, dram) * time.clock_ghz;
}

// Returns the ratio of the cycles of an SM in lockstep, where @p before and @p after are the cycles of the memory: a
// part of the cycles is the SM's share of the memory's time.
double lockstep_ratio(const SmTime& sm, double sm_ratio, double before, double after) {
    if (before == 0) return sm_ratio;
    const double of_memory = std::min(before / sm.lockstep.cycles, 1.0);
    return of_memory * after / before + (1 - of_memory) * sm_ratio;
}

// Returns by which factor @p more_sms times as many SMs are faster. The longest block does not get shorter.
double speedup_by_sms(const SmTime& sm, double more_sms) {
    const auto [longest, mean] = sm.imbalance;
    if (longest == 0) return more_sms;
    return std::max(longest, mean) / std::max(longest, mean / more_sms);
}

} // namespace

SmTime scaled_sm(const SmTime& sm, const TimedLaunch& before, const TimedLaunch& after, const GpuSpeed& from,
                 const GpuSpeed& to) {
    if (sm.cycles == 0) return sm;
    const double more_sms = static_cast<double>(to.multiprocessors) / from.multiprocessors;
    const bool persistent = sm.lockstep.cycles != 0;
    const double sms = scales_with_sms(before, sm) ? speedup_by_sms(sm, more_sms) : 1;
    const double all_busy = busy_cycles(sm, before, from, from);
    const double busy = std::min(all_busy, sm.cycles);
    const double busy_ratio = all_busy == 0 ? 1 : busy_cycles(sm, before, from, to) / all_busy;
    const double waits = rest_of(sm.cycles, busy);
    const double memory_ratio = memory_latency(after, to.time) / memory_latency(before, from.time);
    const double ratio =
        sum_of(busy * busy_ratio, waits * latency_ratio(sm, memory_ratio, from.time, to.time)) / sm.cycles /
        sms;

    SmTime scaled = sm;
    scaled.cycles *= ratio;
    scaled.generations = std::max(sm.generations / sms, 1.0);
    scaled.imbalance.longest *= ratio * sms;
    scaled.imbalance.mean *= ratio * sms / more_sms;
    scaled.run.cycles *= ratio * sms;
    scaled.run.handoffs.latency *= ratio * sms;
    if (persistent) {
        const double lockstep =
            lockstep_ratio(sm, ratio, memory_cycles(before, from.time), memory_cycles(after, to.time));
        scaled.lockstep.cycles *= lockstep;
        scaled.lockstep.critical_path *= lockstep;
        scaled.lockstep.handoffs /= sms;
    }
    return scaled;
}

} // namespace simulator::timing
