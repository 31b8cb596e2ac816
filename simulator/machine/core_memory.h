#pragma once

/// @file
/// Device memory as seen by one core of the host: address translation and the heap.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "machine/address_pattern.h"
#include "machine/launch_state.h"

namespace simulator {

/// A one-entry software TLB: an allocation of device memory and its host address. An instruction most likely
/// accesses the allocation that it accessed last.
struct HostMapping {
    Address begin = 1;       ///< first device address; greater than `end` while the entry is invalid
    Address end = 0;         ///< device address past the last byte
    std::ptrdiff_t host = 0; ///< host address minus device address
    bool read_only = false;  ///< true for constant memory
};

/// Translates device addresses to host addresses, with a cached mapping per instruction.
class CoreMemory {
public:
    /// Creates the memory access of a core that takes part in @p launch, which must outlive it.
    explicit CoreMemory(LaunchState& launch)
        : launch_(launch), host_mappings_(launch.kernel.code.size()), patterns_(launch.kernel.code.size()) {}

    /// Returns the mapping of [begin, end) if one live allocation holds all these bytes; null otherwise.
    /// @p op selects the cached entry.
    [[nodiscard]] const HostMapping* host_mapping(std::uint32_t op, Address begin, Address end) {
        const HostMapping& last = host_mappings_[op];
        if (begin >= last.begin && end <= last.end) [[likely]]
            return &last;
        return fill_mapping(op, begin, end);
    }
    /// Invalidates all cached mappings, because memory may have been freed.
    void invalidate_mappings();

    /// Last recorded address pattern of instruction @p op; null until one is recorded.
    [[nodiscard]] std::unique_ptr<AddressPattern>& pattern(std::uint32_t op) { return patterns_[op]; }

    /// Allocates @p bytes of the device heap for a thread; @p line is the source line of the call. Returns 0
    /// if the heap is exhausted or missing.
    [[nodiscard]] Address allocate(std::uint64_t bytes, const std::string& line);
    /// Frees a block that allocate() returned.
    FreeResult release(Address block, const std::string& line);

private:
    const HostMapping* fill_mapping(std::uint32_t op, Address begin, Address end);

    LaunchState& launch_;
    std::vector<HostMapping> host_mappings_;                ///< index: instruction
    std::vector<std::unique_ptr<AddressPattern>> patterns_; ///< index: instruction; null until needed
};

} // namespace simulator
