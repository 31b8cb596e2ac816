#pragma once

/// @file
/// Memory pools, as the program knows them.

#include <driver_types.h>

#include <cstdint>
#include <map>

#include "runtime/handles.h"

namespace simulator::runtime {

/// A pool that cudaMallocAsync takes memory from. All pools are one memory; what is set is only kept.
struct Pool {
    std::map<cudaMemPoolAttr, std::uint64_t> attributes = {}; ///< those that were set
};

/// All pools of the program. Calls::mutex guards every member; work that the device does uses none.
struct Pools {
    /// Makes the default pool.
    Pools() { reset(); }
    /// Ends all pools and makes the default one again.
    void reset() {
        made.clear();
        default_pool = made.add({});
        current = default_pool;
    }

    HandleTable<Pool, cudaMemPool_t> made; ///< with the default one
    cudaMemPool_t default_pool = nullptr;  ///< cannot be destroyed
    cudaMemPool_t current = nullptr;       ///< the one that was chosen; only kept
};

} // namespace simulator::runtime
