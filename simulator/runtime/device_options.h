#pragma once

/// @file
/// Device-wide options that the program has set.

#include <driver_types.h>

#include <cstddef>
#include <map>

namespace simulator::runtime {

/// Options of the device. Calls::mutex guards every member; a launch copies the options that it needs when it
/// is submitted.
struct DeviceOptions {
    /// Sets the default limits and cache preference of a GPU. @p heap_bytes: size of the device heap.
    void reset(std::size_t heap_bytes);

    std::map<cudaLimit, std::size_t> limits;                  ///< limits that this GPU supports
    cudaFuncCache cache_preference = cudaFuncCachePreferNone; ///< stored without effect
    unsigned flags = 0; ///< flags of cudaSetDeviceFlags, stored without effect
};

} // namespace simulator::runtime
