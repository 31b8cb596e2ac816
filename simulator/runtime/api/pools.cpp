// Memory pools. All of them share one memory here.

#include <algorithm>

#include "runtime/api/entry.h"
#include "runtime/memory.h"
#include "runtime/pools.h"

using namespace simulator::runtime;
using simulator::Allocation;
using simulator::AllocationOrigin;

namespace {

Pool& pool_of(Runtime& runtime, cudaMemPool_t pool) {
    Pool* found = runtime.pools().made.find(pool);
    require(found != nullptr);
    return *found;
}

bool is_switch(cudaMemPoolAttr attribute) {
    return attribute == cudaMemPoolReuseFollowEventDependencies ||
           attribute == cudaMemPoolReuseAllowOpportunistic ||
           attribute == cudaMemPoolReuseAllowInternalDependencies;
}

std::uint64_t bytes_in_pools(const Runtime& runtime) {
    std::uint64_t bytes = 0;
    for (const Allocation* allocation : runtime.memory().device.live()) {
        bytes += allocation->origin == AllocationOrigin::async ? allocation->bytes : 0;
    }
    return bytes;
}

std::uint64_t value_of(Runtime& runtime, const Pool& pool, cudaMemPoolAttr attribute) {
    if (const auto set = pool.attributes.find(attribute); set != pool.attributes.end()) {
        return set->second;
    }
    switch (attribute) {
        case cudaMemPoolAttrReservedMemCurrent:
        case cudaMemPoolAttrReservedMemHigh:
        case cudaMemPoolAttrUsedMemCurrent:
        case cudaMemPoolAttrUsedMemHigh: return bytes_in_pools(runtime);
        case cudaMemPoolAttrReleaseThreshold: return 0;
        default: require(is_switch(attribute)); return 1;
    }
}

} // namespace

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(pool != nullptr);
        check_device(device);
        *pool = runtime.pools().default_pool;
    });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(pool != nullptr);
        check_device(device);
        *pool = runtime.pools().current;
    });
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        check_device(device);
        pool_of(runtime, pool);
        runtime.pools().current = pool;
    });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(pool != nullptr && properties != nullptr);
        *pool = runtime.pools().made.add({});
    });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        pool_of(runtime, pool);
        require(pool != runtime.pools().default_pool);
        runtime.pools().current =
            runtime.pools().current == pool ? runtime.pools().default_pool : runtime.pools().current;
        runtime.pools().made.remove(pool);
    });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(value != nullptr);
        const std::uint64_t number = value_of(runtime, pool_of(runtime, pool), attribute);
        if (is_switch(attribute)) {
            *static_cast<int*>(value) = static_cast<int>(number);
        } else {
            *static_cast<std::uint64_t*>(value) = number;
        }
    });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(value != nullptr);
        Pool& found = pool_of(runtime, pool);
        if (is_switch(attribute)) {
            found.attributes[attribute] = *static_cast<int*>(value) != 0;
        } else if (attribute == cudaMemPoolAttrReleaseThreshold) {
            found.attributes[attribute] = *static_cast<std::uint64_t*>(value);
        } else {
            // The high-water marks can only be reset, and are not tracked here.
            require(attribute == cudaMemPoolAttrUsedMemHigh || attribute == cudaMemPoolAttrReservedMemHigh);
        }
    });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t) {
    return answer(Need::gpu, [&](Runtime& runtime) { pool_of(runtime, pool); });
}
