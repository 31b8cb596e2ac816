#pragma once

/// @file
/// What is counted of one instruction.

#include <cstddef>
#include <cstdint>

#include "memory/access.h"

namespace simulator {

/// How often an instruction was executed. The machine counts these itself, in its inner loop.
struct Tally {
    std::uint64_t warps = 0;          ///< executions by a warp
    std::uint64_t inactive = 0;       ///< lanes that were not there, summed over executions
    std::uint64_t predicated_off = 0; ///< lanes that were there and whose guard was false
    std::uint64_t divergent = 0;      ///< for branches: executions in which lanes went both ways

    /// Adds another's counts.
    Tally& operator+=(const Tally& other);
};

/// What a request does, as a GPU tells them apart.
enum class RequestKind : std::uint8_t {
    load,
    store,
    atomic,
    reduction, ///< an atomic whose result nobody reads
};

/// Repeated requests.
struct RepeatedRequests {
    std::uint64_t requests = 0;       ///< executions
    std::uint64_t distinct_bytes = 0; ///< as MemoryTally has them
    std::uint64_t sectors = 0;        ///< touched
    std::uint64_t lanes = 0;          ///< that took part
    std::uint64_t idle_lanes = 0;     ///< as Access::idle_lanes

    /// Adds another's counts.
    RepeatedRequests& operator+=(const RepeatedRequests& other) {
        lanes += other.lanes;
        idle_lanes += other.idle_lanes;
        requests += other.requests;
        distinct_bytes += other.distinct_bytes;
        sectors += other.sectors;
        return *this;
    }
};

/// What an instruction did to one memory space.
struct MemoryTally {
    std::uint64_t requests = 0; ///< executions with at least one lane
    std::uint64_t lanes = 0;    ///< lanes that took part
    std::uint64_t bytes = 0;    ///< bytes the lanes asked for
    std::uint64_t sectors = 0;  ///< 32-byte sectors touched, for global and local memory
    std::uint64_t distinct_bytes =
        0;                          ///< in global memory: `bytes`, per request no more than its sectors have
    std::uint64_t host_sectors = 0; ///< sectors in host memory, among `sectors`
    RepeatedRequests again = {};    ///< polls that repeated the one before, see counters/polls.h
    std::uint64_t l1_hits = 0;      ///< sectors found in L1
    std::uint64_t l2_sectors = 0;   ///< sectors shown to L2: L1 misses, stores, atomics
    std::uint64_t l2_hits = 0;      ///< of these, sectors that L2 served without DRAM
    std::uint64_t l2_requests = 0;  ///< requests that L1 could not serve alone
    std::uint64_t l2_dram_requests = 0; ///< of these, requests that wait for DRAM
    std::uint64_t wavefronts = 0;       ///< passes over the banks of shared memory
    std::uint64_t wavefronts_ideal = 0; ///< passes that would have done without bank conflicts
    std::uint64_t same_address = 0; ///< for atomics: the most lanes on one address, summed over executions
    std::uint64_t addresses = 0;    ///< for atomics: different addresses, summed over executions
    RequestKind kind = RequestKind::load; ///< that of the instruction

    /// Adds another's counts.
    MemoryTally& operator+=(const MemoryTally& other);
};

/// The spaces that have a MemoryTally: global, shared, local. An access through a generic address is counted
/// where it goes, so an instruction has one for each.
inline constexpr std::size_t counted_spaces = 3;

/// Where the tally of instruction @p op for @p space is, in Counters::memory.
constexpr std::size_t tally_index(std::uint32_t op, MemorySpace space) {
    return op * counted_spaces + static_cast<std::size_t>(space);
}

} // namespace simulator
