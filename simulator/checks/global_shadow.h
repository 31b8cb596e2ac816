#pragma once

/// @file
/// Which bytes of device memory have been written since they were allocated.

#include <cstdint>
#include <unordered_map>

#include "checks/written_bits.h"
#include "memory/device_memory.h"

namespace simulator {

/// Lives as long as the process. The runtime tells it what the host writes, the init check what kernels
/// write.
///
/// Memory that the host can write without being seen (managed, pinned, registered) and variables, which start
/// with a value, count as written.
class GlobalShadow {
public:
    /// @p memory has to outlive it.
    explicit GlobalShadow(const DeviceMemory& memory) : memory_(&memory) {}

    /// The host has written: cudaMemset, cudaMemcpy from the host.
    void written(Address address, std::uint64_t bytes);
    /// cudaMemcpy inside the device. A copy of bytes that nobody wrote is as unwritten as they are.
    void copied(Address destination, Address source, std::uint64_t bytes);
    /// The allocation is gone.
    void forget(std::uint32_t allocation) { bits_.erase(allocation); }

    /// The bits of an allocation, or null for one that counts as written.
    checks::WrittenBits* bits(const Allocation& allocation);

private:
    const DeviceMemory* memory_;
    std::unordered_map<std::uint32_t, checks::WrittenBits> bits_; ///< by id of the allocation
};

} // namespace simulator
