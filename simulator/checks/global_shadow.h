#pragma once

/// @file
/// Shadow memory: which bytes of device memory have been written since they were allocated.

#include <cstdint>
#include <unordered_map>

#include "checks/written_bits.h"
#include "memory/device_memory.h"

namespace simulator {

/// Definedness of global memory, for the life time of the process. The runtime records writes of the host,
/// the init check records writes of kernels.
///
/// Memory that the host can write unobserved (managed, pinned, registered) and variables, which are
/// initialized, count as written.
class GlobalShadow {
public:
    /// @p memory must outlive the object.
    explicit GlobalShadow(const DeviceMemory& memory) : memory_(&memory) {}

    /// Records a write of the host: cudaMemset, cudaMemcpy from the host.
    void written(Address address, std::uint64_t bytes);
    /// Records a cudaMemcpy inside the device. Uninitialized source bytes make uninitialized copies.
    void copied(Address destination, Address source, std::uint64_t bytes);
    /// Forgets a freed allocation.
    void forget(std::uint32_t allocation) { bits_.erase(allocation); }

    /// Returns the bits of an allocation; null if all of it counts as written.
    checks::WrittenBits* bits(const Allocation& allocation);

private:
    const DeviceMemory* memory_;
    std::unordered_map<std::uint32_t, checks::WrittenBits> bits_; ///< indexed by the allocation's id
};

} // namespace simulator
