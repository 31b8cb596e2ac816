#pragma once

/// @file
/// Counts of one instruction.

#include <cstddef>
#include <cstdint>

#include "memory/access.h"

namespace simulator {

/// Executions of an instruction. The machine counts these itself, in its inner loop.
struct Tally {
    std::uint64_t warps = 0;          ///< executions by a warp
    std::uint64_t inactive = 0;       ///< lanes outside of the active mask, summed over executions
    std::uint64_t predicated_off = 0; ///< active lanes whose guard was false
    std::uint64_t divergent = 0;      ///< executions of a branch in which active lanes diverged

    /// Adds the counts of @p other.
    Tally& operator+=(const Tally& other);
};

/// Kind of a request, as a GPU distinguishes them.
enum class RequestKind : std::uint8_t {
    load,
    store,
    atomic,
    reduction, ///< an atomic whose result is unused
};

/// Counts of repeated requests (polls).
struct RepeatedRequests {
    std::uint64_t requests = 0;       ///< number of executions
    std::uint64_t distinct_bytes = 0; ///< same as MemoryTally::distinct_bytes
    std::uint64_t sectors = 0;        ///< touched sectors
    std::uint64_t lanes = 0;          ///< participating lanes
    std::uint64_t idle_lanes = 0;     ///< same as Access::idle_lanes

    /// Adds the counts of @p other.
    RepeatedRequests& operator+=(const RepeatedRequests& other) {
        lanes += other.lanes;
        idle_lanes += other.idle_lanes;
        requests += other.requests;
        distinct_bytes += other.distinct_bytes;
        sectors += other.sectors;
        return *this;
    }
};

/// Accesses of an instruction to one memory space.
struct MemoryTally {
    std::uint64_t requests = 0; ///< executions with at least one lane
    std::uint64_t lanes = 0;    ///< participating lanes
    std::uint64_t bytes = 0;    ///< requested bytes over all lanes
    std::uint64_t sectors = 0;  ///< 32-byte sectors touched, for global and local memory
    /// In global memory: `bytes`, but per request at most the bytes of its sectors.
    std::uint64_t distinct_bytes = 0;
    std::uint64_t host_sectors = 0;       ///< sectors in host memory, among `sectors`
    RepeatedRequests again = {};          ///< polls that repeated the previous request: see counters/polls.h
    std::uint64_t l1_hits = 0;            ///< sectors found in L1
    std::uint64_t l2_sectors = 0;         ///< sectors requested from L2: L1 misses, stores, atomics
    std::uint64_t l2_hits = 0;            ///< sectors that L2 served without DRAM, among `l2_sectors`
    std::uint64_t l2_requests = 0;        ///< requests that needed L2
    std::uint64_t l2_dram_requests = 0;   ///< requests that wait for DRAM, among `l2_requests`
    std::uint64_t wavefronts = 0;         ///< passes over the banks of shared memory
    std::uint64_t wavefronts_ideal = 0;   ///< passes without bank conflicts
    std::uint64_t same_address = 0;       ///< most lanes on one address of an atomic, summed over executions
    std::uint64_t addresses = 0;          ///< different addresses of an atomic, summed over executions
    RequestKind kind = RequestKind::load; ///< kind of the instruction's requests

    /// Adds the counts of @p other.
    MemoryTally& operator+=(const MemoryTally& other);
};

/// Number of spaces with a MemoryTally: global, shared, local. A generic access is counted in the space of
/// its address, so each instruction has one tally per space.
inline constexpr std::size_t counted_spaces = 3;

/// Returns the index in Counters::memory of the tally of instruction @p op for @p space.
constexpr std::size_t tally_index(std::uint32_t op, MemorySpace space) {
    return op * counted_spaces + static_cast<std::size_t>(space);
}

} // namespace simulator
