#pragma once

/// @file
/// Where a program wants its managed memory to be. Nothing moves here: it is only kept, for who asks.

#include <driver_types.h>

#include <cstdint>
#include <functional>
#include <map>
#include <unordered_map>

#include "memory/device_memory.h"

namespace simulator::runtime {

/// A processor whose memory holds something; none at first.
struct Residence {
    cudaMemLocationType type = cudaMemLocationTypeInvalid; ///< device, host, or a node of the host
    int id = 0;                                            ///< of a device or a node
    bool operator==(const Residence&) const = default;     ///< the same place
};

/// What was said about a byte of managed memory.
struct Advice {
    bool read_mostly = false;        ///< cudaMemAdviseSetReadMostly
    bool accessed_by_device = false; ///< cudaMemAdviseSetAccessedBy, for the GPU
    bool accessed_by_host = false;   ///< the same for the host
    Residence preferred = {};        ///< cudaMemAdviseSetPreferredLocation
    Residence prefetched = {};       ///< the last cudaMemPrefetchAsync
};

/// All advice of a process, page by page.
class MemoryAdvice {
public:
    /// Changes what is known of the pages that @p bytes bytes from @p begin on touch.
    void change(const Allocation& allocation, Address begin, std::uint64_t bytes,
                const std::function<void(Advice&)>& how);
    /// What holds for all of these pages: each member where they agree on it, and as if nothing had been said
    /// where they do not.
    [[nodiscard]] Advice common(const Allocation& allocation, Address begin, std::uint64_t bytes) const;
    /// The allocation is gone.
    void forget(std::uint32_t allocation) { ranges_of_allocation_.erase(allocation); }
    /// All allocations are gone.
    void clear() { ranges_of_allocation_.clear(); }

private:
    /// Each holds from its address on, up to the next.
    using AdviceRanges = std::map<Address, Advice>;

    std::unordered_map<std::uint32_t, AdviceRanges> ranges_of_allocation_; ///< by id of the allocation
};

} // namespace simulator::runtime
