#pragma once

/// @file
/// Memory pools of the program.

#include <driver_types.h>

#include <cstdint>
#include <map>

#include "runtime/handles.h"

namespace simulator::runtime {

/// A pool for cudaMallocAsync. All pools allocate from the same memory; attributes are stored without effect.
struct Pool {
    std::map<cudaMemPoolAttr, std::uint64_t> attributes = {}; ///< attributes that were set
};

/// All pools of the program. Calls::mutex guards every member; work of the device uses none.
struct Pools {
    /// Creates the default pool.
    Pools() { reset(); }
    /// Destroys all pools and creates the default one again.
    void reset() {
        made.clear();
        default_pool = made.add({});
        current = default_pool;
    }

    HandleTable<Pool, cudaMemPool_t> made; ///< created pools, including the default one
    cudaMemPool_t default_pool = nullptr;  ///< cannot be destroyed
    cudaMemPool_t current = nullptr;       ///< pool selected by cudaDeviceSetMemPool; stored without effect
};

} // namespace simulator::runtime
