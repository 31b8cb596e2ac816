#pragma once

/// @file
/// Advice of a program about its managed memory. It is stored for queries only; no pages migrate.

#include <driver_types.h>

#include <cstdint>
#include <functional>
#include <map>
#include <unordered_map>

#include "memory/device_memory.h"

namespace simulator::runtime {

/// A processor whose memory should hold data; by default none.
struct Residence {
    cudaMemLocationType type = cudaMemLocationTypeInvalid; ///< device, host, or a NUMA node of the host
    int id = 0;                                            ///< number of the device or node
    bool operator==(const Residence&) const = default;     ///< whether both are the same
};

/// Advice for a byte of managed memory.
struct Advice {
    bool read_mostly = false;        ///< cudaMemAdviseSetReadMostly
    bool accessed_by_device = false; ///< cudaMemAdviseSetAccessedBy, for the GPU
    bool accessed_by_host = false;   ///< cudaMemAdviseSetAccessedBy, for the host
    Residence preferred = {};        ///< cudaMemAdviseSetPreferredLocation
    Residence prefetched = {};       ///< the last cudaMemPrefetchAsync
};

/// All advice of a process, at page granularity.
class MemoryAdvice {
public:
    /// Changes the advice for all pages that overlap @p bytes bytes from @p begin.
    void change(const Allocation& allocation, Address begin, std::uint64_t bytes,
                const std::function<void(Advice&)>& how);
    /// Returns the advice common to all of these pages. A member on which they differ has its default value.
    [[nodiscard]] Advice common(const Allocation& allocation, Address begin, std::uint64_t bytes) const;
    /// Forgets an allocation that was freed.
    void forget(std::uint32_t allocation) { ranges_of_allocation_.erase(allocation); }
    /// Forgets all allocations.
    void clear() { ranges_of_allocation_.clear(); }

private:
    /// Each entry holds from its address up to the next entry.
    using AdviceRanges = std::map<Address, Advice>;

    std::unordered_map<std::uint32_t, AdviceRanges> ranges_of_allocation_; ///< keyed by id of the allocation
};

} // namespace simulator::runtime
