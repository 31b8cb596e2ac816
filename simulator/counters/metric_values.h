#pragma once

/// @file
/// The functions that the table of metrics is made of.

#include <algorithm>
#include <cstdint>
#include <optional>

#include "counters/metrics.h"

namespace simulator::value {

/// The value of a metric, where it has one.
using MetricResult = std::optional<double>;
using enum MemorySpace;
using enum RequestKind;

/// Whole numbers as a ratio; nothing over nothing has none.
inline MetricResult quotient(std::uint64_t over, std::uint64_t under, double scale = 1) {
    if (under == 0) return std::nullopt;
    return scale * static_cast<double>(over) / static_cast<double>(under);
}

/// Any count, as a metric.
template <auto of> MetricResult count(const Sums& sums, const LaunchFacts&) {
    return static_cast<double>(of(sums));
}
/// One count over another one.
template <auto over, auto under, int scale = 1> MetricResult share(const Sums& sums, const LaunchFacts&) {
    return quotient(over(sums), under(sums), scale);
}
/// Something of the launch, as a metric.
template <auto of> MetricResult fact(const Sums&, const LaunchFacts& facts) {
    return static_cast<double>(of(facts));
}

/// A member of MemoryTally, summed over kinds of request to a space.
template <MemorySpace space, RequestKind... kinds>
std::uint64_t total(const Sums& sums, std::uint64_t MemoryTally::*member) {
    return (std::uint64_t{0} + ... + (sums.of(space, kinds).*member));
}

/// The same as a metric.
template <std::uint64_t MemoryTally::*member, MemorySpace space, RequestKind... kinds>
MetricResult memory(const Sums& sums, const LaunchFacts&) {
    return static_cast<double>(total<space, kinds...>(sums, member));
}

/// Of loads from global memory, polls in vain.
template <std::uint64_t RepeatedRequests::*member>
MetricResult repeated(const Sums& sums, const LaunchFacts&) {
    return static_cast<double>(sums.of(global, load).again.*member);
}

/// One member over another one.
template <std::uint64_t MemoryTally::*over, std::uint64_t MemoryTally::*under, MemorySpace space,
          RequestKind... kinds>
MetricResult ratio(const Sums& sums, const LaunchFacts&) {
    return quotient(total<space, kinds...>(sums, over), total<space, kinds...>(sums, under));
}

/// Bytes that the sectors of requests are.
template <MemorySpace space, RequestKind... kinds>
MetricResult bytes_moved(const Sums& sums, const LaunchFacts&) {
    return 32.0 * static_cast<double>(total<space, kinds...>(sums, &MemoryTally::sectors));
}

/// Bytes of sectors in memory that the host shares.
template <RequestKind... kinds> MetricResult host_bytes(const Sums& sums, const LaunchFacts&) {
    return 32.0 * static_cast<double>(total<global, kinds...>(sums, &MemoryTally::host_sectors));
}

/// Bytes asked for over bytes moved.
template <int scale, MemorySpace space, RequestKind... kinds>
MetricResult efficiency(const Sums& sums, const LaunchFacts&) {
    return quotient(total<space, kinds...>(sums, &MemoryTally::bytes),
                    32 * total<space, kinds...>(sums, &MemoryTally::sectors), scale);
}

/// Wavefronts that conflicts cost.
template <RequestKind... kinds> std::uint64_t conflicts(const Sums& sums) {
    return total<shared, kinds...>(sums, &MemoryTally::wavefronts) -
           total<shared, kinds...>(sums, &MemoryTally::wavefronts_ideal);
}

/// A member of MemoryTally, summed over all requests that go through the caches.
template <std::uint64_t MemoryTally::*member> std::uint64_t cached(const Sums& sums) {
    return total<global, load, store, atomic, reduction>(sums, member) +
           total<local, load, store, atomic, reduction>(sums, member);
}

/// Threads that executed: those that were there.
inline std::uint64_t threads(const Tally& tally) { return tally.warps * warp_size - tally.inactive; }
/// Threads that executed and whose guard was true.
inline std::uint64_t guarded_threads(const Tally& tally) { return threads(tally) - tally.predicated_off; }

/// Warps that executed instructions of a class.
template <ptx::Group group> MetricResult warps_in(const Sums& sums, const LaunchFacts&) {
    return static_cast<double>(sums.of(group).warps);
}
/// Warps that executed instructions of a unit.
template <ptx::Pipe pipe> MetricResult warps_on(const Sums& sums, const LaunchFacts&) {
    return static_cast<double>(sums.of(pipe).warps);
}
/// Threads that executed instructions of a unit, guard and all.
template <ptx::Pipe pipe> MetricResult threads_on(const Sums& sums, const LaunchFacts&) {
    return static_cast<double>(guarded_threads(sums.of(pipe)));
}
/// Threads that executed instructions of a class, guard and all.
template <ptx::Group group> MetricResult threads_in(const Sums& sums, const LaunchFacts&) {
    return static_cast<double>(guarded_threads(sums.of(group)));
}

/// Waits for loads, where all threads that an SM holds wait together.
inline MetricResult load_waits_of_sm(const Sums& sums, const LaunchFacts& facts) {
    const auto& [x, y, z] = facts.block;
    const double resident_threads = double{1} * x * y * z * facts.occupancy.blocks_per_sm;
    if (resident_threads == 0) return std::nullopt;
    return static_cast<double>(threads(sums.load_waits)) / resident_threads;
}
/// Bytes of loads from global memory that come from beyond L1: what asks for bytes that L1 has, or asks for some a second time,
/// has nothing more under way.
inline std::uint64_t loaded_beyond_l1(const Sums& sums) {
    return std::min(total<global, load>(sums, &MemoryTally::distinct_bytes),
                    32 * total<global, load>(sums, &MemoryTally::l2_sectors));
}
/// These bytes, over these waits.
inline MetricResult bytes_in_flight(const Sums& sums, const LaunchFacts& facts) {
    const MetricResult waits = load_waits_of_sm(sums, facts);
    if (!waits || *waits == 0) return std::nullopt;
    return static_cast<double>(loaded_beyond_l1(sums)) / *waits;
}

/// Bytes a thread that ptxas stores and loads because registers ran out.
inline MetricResult spill_bytes(const Sums&, const LaunchFacts& facts) {
    if (!facts.resources.registers_known) return std::nullopt;
    return facts.resources.spill_stores + facts.resources.spill_loads;
}

/// A limit of the occupancy, where there is one.
template <std::uint32_t OccupancyLimits::*member> MetricResult limit(const Sums&, const LaunchFacts& facts) {
    const std::uint32_t blocks = facts.occupancy.limits.*member;
    if (blocks == OccupancyLimits::none) return std::nullopt;
    return blocks;
}

/// Registers as a launch takes them: no kernel gets fewer than 16.
inline MetricResult taken_registers(const Sums&, const LaunchFacts& facts) {
    if (!facts.resources.registers_known) return std::nullopt;
    return std::max(facts.resources.registers, std::uint32_t{16});
}

/// What a kernel takes; nothing where it is not known.
template <std::uint32_t KernelResources::*member>
MetricResult resource(const Sums&, const LaunchFacts& facts) {
    if (!facts.resources.registers_known) return std::nullopt;
    return facts.resources.*member;
}

} // namespace simulator::value
