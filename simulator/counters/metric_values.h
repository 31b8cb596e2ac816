#pragma once

/// @file
/// Functions that compute the values of metrics, for the table of metrics.

#include <algorithm>
#include <cstdint>
#include <optional>

#include "counters/metrics.h"

namespace simulator::value {

/// Value of a metric; nullopt if it has none.
using MetricResult = std::optional<double>;
using enum MemorySpace;
using enum RequestKind;

/// Returns the ratio of two integers; nullopt if the denominator is zero.
inline MetricResult quotient(std::uint64_t over, std::uint64_t under, double scale = 1) {
    if (under == 0) return std::nullopt;
    return scale * static_cast<double>(over) / static_cast<double>(under);
}

/// Returns any count, as a metric.
template <auto of> MetricResult count(const Sums& sums, const LaunchFacts&) {
    return static_cast<double>(of(sums));
}
/// Returns the ratio of two counts.
template <auto over, auto under, int scale = 1> MetricResult share(const Sums& sums, const LaunchFacts&) {
    return quotient(over(sums), under(sums), scale);
}
/// Returns a fact of the launch, as a metric.
template <auto of> MetricResult fact(const Sums&, const LaunchFacts& facts) {
    return static_cast<double>(of(facts));
}

/// Returns a member of MemoryTally, summed over kinds of requests to a space.
template <MemorySpace space, RequestKind... kinds>
std::uint64_t total(const Sums& sums, std::uint64_t MemoryTally::*member) {
    return (std::uint64_t{0} + ... + (sums.of(space, kinds).*member));
}

/// Returns a member of MemoryTally, summed over kinds of requests to a space, as a metric.
template <std::uint64_t MemoryTally::*member, MemorySpace space, RequestKind... kinds>
MetricResult memory(const Sums& sums, const LaunchFacts&) {
    return static_cast<double>(total<space, kinds...>(sums, member));
}

/// Returns a member of the polls among the loads from global memory.
template <std::uint64_t RepeatedRequests::*member>
MetricResult repeated(const Sums& sums, const LaunchFacts&) {
    return static_cast<double>(sums.of(global, load).again.*member);
}

/// Returns the ratio of two members of MemoryTally.
template <std::uint64_t MemoryTally::*over, std::uint64_t MemoryTally::*under, MemorySpace space,
          RequestKind... kinds>
MetricResult ratio(const Sums& sums, const LaunchFacts&) {
    return quotient(total<space, kinds...>(sums, over), total<space, kinds...>(sums, under));
}

/// Returns the bytes of all sectors that requests touch.
template <MemorySpace space, RequestKind... kinds>
MetricResult bytes_moved(const Sums& sums, const LaunchFacts&) {
    return 32.0 * static_cast<double>(total<space, kinds...>(sums, &MemoryTally::sectors));
}

/// Returns the bytes of sectors in memory shared with the host.
template <RequestKind... kinds> MetricResult host_bytes(const Sums& sums, const LaunchFacts&) {
    return 32.0 * static_cast<double>(total<global, kinds...>(sums, &MemoryTally::host_sectors));
}

/// Returns requested bytes over transferred bytes.
template <int scale, MemorySpace space, RequestKind... kinds>
MetricResult efficiency(const Sums& sums, const LaunchFacts&) {
    return quotient(total<space, kinds...>(sums, &MemoryTally::bytes),
                    32 * total<space, kinds...>(sums, &MemoryTally::sectors), scale);
}

/// Returns the wavefronts caused by bank conflicts.
template <RequestKind... kinds> std::uint64_t conflicts(const Sums& sums) {
    return total<shared, kinds...>(sums, &MemoryTally::wavefronts) -
           total<shared, kinds...>(sums, &MemoryTally::wavefronts_ideal);
}

/// Returns a member of MemoryTally, summed over all requests that use the caches.
template <std::uint64_t MemoryTally::*member> std::uint64_t cached(const Sums& sums) {
    return total<global, load, store, atomic, reduction>(sums, member) +
           total<local, load, store, atomic, reduction>(sums, member);
}

/// Returns the executions by active threads.
inline std::uint64_t threads(const Tally& tally) { return tally.warps * warp_size - tally.inactive; }
/// Returns the executions by threads whose guard was true.
inline std::uint64_t guarded_threads(const Tally& tally) { return threads(tally) - tally.predicated_off; }

/// Returns the executions of a class of instructions by warps.
template <ptx::Group group> MetricResult warps_in(const Sums& sums, const LaunchFacts&) {
    return static_cast<double>(sums.of(group).warps);
}
/// Returns the executions of a unit's instructions by warps.
template <ptx::Pipe pipe> MetricResult warps_on(const Sums& sums, const LaunchFacts&) {
    return static_cast<double>(sums.of(pipe).warps);
}
/// Returns the executions of a unit's instructions by threads whose guard was true.
template <ptx::Pipe pipe> MetricResult threads_on(const Sums& sums, const LaunchFacts&) {
    return static_cast<double>(guarded_threads(sums.of(pipe)));
}
/// Returns the executions of a class of instructions by threads whose guard was true.
template <ptx::Group group> MetricResult threads_in(const Sums& sums, const LaunchFacts&) {
    return static_cast<double>(guarded_threads(sums.of(group)));
}

/// Returns the number of waits for loads per SM, if all resident threads wait together.
inline MetricResult load_waits_of_sm(const Sums& sums, const LaunchFacts& facts) {
    const auto& [x, y, z] = facts.block;
    const double resident_threads = double{1} * x * y * z * facts.occupancy.blocks_per_sm;
    if (resident_threads == 0) return std::nullopt;
    return static_cast<double>(threads(sums.load_waits)) / resident_threads;
}
/// Returns the bytes of global loads from beyond L1. Bytes that L1 has, or that are requested again, are not
/// in flight.
inline std::uint64_t loaded_beyond_l1(const Sums& sums) {
    return std::min(total<global, load>(sums, &MemoryTally::distinct_bytes),
                    32 * total<global, load>(sums, &MemoryTally::l2_sectors));
}
/// Returns the bytes in flight per SM: bytes from beyond L1 per wait.
inline MetricResult bytes_in_flight(const Sums& sums, const LaunchFacts& facts) {
    const MetricResult waits = load_waits_of_sm(sums, facts);
    if (!waits || *waits == 0) return std::nullopt;
    return static_cast<double>(loaded_beyond_l1(sums)) / *waits;
}

/// Returns the bytes per thread that ptxas spills to local memory and reloads.
inline MetricResult spill_bytes(const Sums&, const LaunchFacts& facts) {
    if (!facts.resources.registers_known) return std::nullopt;
    return facts.resources.spill_stores + facts.resources.spill_loads;
}

/// Returns a limit of the occupancy; nullopt if it does not apply.
template <std::uint32_t OccupancyLimits::*member> MetricResult limit(const Sums&, const LaunchFacts& facts) {
    const std::uint32_t blocks = facts.occupancy.limits.*member;
    if (blocks == OccupancyLimits::none) return std::nullopt;
    return blocks;
}

/// Returns the registers per thread that a launch allocates: at least 16.
inline MetricResult taken_registers(const Sums&, const LaunchFacts& facts) {
    if (!facts.resources.registers_known) return std::nullopt;
    return std::max(facts.resources.registers, std::uint32_t{16});
}

/// Returns a resource of the kernel; nullopt if unknown.
template <std::uint32_t KernelResources::*member>
MetricResult resource(const Sums&, const LaunchFacts& facts) {
    if (!facts.resources.registers_known) return std::nullopt;
    return facts.resources.*member;
}

} // namespace simulator::value
