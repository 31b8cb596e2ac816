#pragma once

/// @file
/// What the program has set for the device as a whole.

#include <driver_types.h>

#include <cstddef>
#include <map>

namespace simulator::runtime {

/// Options of the device. Calls::mutex guards every member; a launch takes those that it needs when it is asked for.
struct DeviceOptions {
    /// The limits and the cache preference of a GPU that nothing was set for. @p heap_bytes: the size of the heap of kernels.
    void reset(std::size_t heap_bytes);

    std::map<cudaLimit, std::size_t> limits;                  ///< those that this GPU has
    cudaFuncCache cache_preference = cudaFuncCachePreferNone; ///< only kept
    unsigned flags = 0;                                       ///< as cudaSetDeviceFlags was told; only kept
};

} // namespace simulator::runtime
