// Queries and attributes of kernels.

#include <algorithm>
#include <limits>

#include "analysis/kernel.h"
#include "gpu/occupancy.h"
#include "loading/module.h"
#include "loading/registry.h"
#include "runtime/api/entry.h"
#include "runtime/launch.h"
#include "runtime/memory.h"

using namespace simulator::runtime;
using simulator::KernelResources;
using simulator::occupancy;

namespace {

KernelResources resources_of(Runtime& runtime, const KernelHandle& kernel) {
    return kernel.module->resources(runtime.memory().device, kernel.name);
}

/// Returns the largest block that fits on an SM.
int largest_block(const Runtime& runtime, const KernelResources& resources) {
    std::uint32_t threads = resources.max_threads;
    while (resources.registers_known && threads > 32 &&
           occupancy(runtime.device, resources, threads, 0).blocks_per_sm == 0) {
        threads = (threads - 1) / 32 * 32;
    }
    return static_cast<int>(threads);
}

void set_dynamic_shared(Runtime& runtime, KernelHandle& kernel, int bytes) {
    const std::uint64_t own = resources_of(runtime, kernel).static_shared;
    require(bytes >= 0 && own + static_cast<std::uint32_t>(bytes) <= runtime.device.shared_per_block_optin);
    kernel.dynamic_shared = static_cast<std::uint32_t>(bytes);
}

int blocks_per_sm(Runtime& runtime, const void* function, int block, std::size_t dynamic_shared) {
    const KernelHandle& kernel = kernel_of(runtime, function);
    require(block > 0);
    if (dynamic_shared > runtime.device.shared_per_sm) {
        return 0;
    }
    KernelResources resources = resources_of(runtime, kernel);
    // The occupancy of a block that exceeds the launch bounds may be queried, although it cannot be launched.
    resources.max_threads = runtime.device.threads_per_block;
    return static_cast<int>(occupancy(runtime.device, resources, static_cast<std::uint32_t>(block),
                                      static_cast<std::uint32_t>(dynamic_shared))
                                .blocks_per_sm);
}

} // namespace

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(attributes != nullptr);
        const KernelHandle& kernel = kernel_of(runtime, function);
        const KernelResources resources = resources_of(runtime, kernel);
        *attributes = {};
        attributes->sharedSizeBytes = resources.static_shared;
        attributes->localSizeBytes = resources.local_bytes;
        attributes->maxThreadsPerBlock = largest_block(runtime, resources);
        attributes->numRegs = static_cast<int>(resources.registers);
        attributes->ptxVersion = static_cast<int>(kernel.module->ptx_architecture(runtime.memory().device));
        attributes->binaryVersion = runtime.device.capability();
        attributes->maxDynamicSharedSizeBytes =
            static_cast<int>(dynamic_shared_limit(runtime.device, kernel, resources));
        attributes->preferredShmemCarveout = kernel.carveout;
    });
}

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        KernelHandle& kernel = kernel_of(runtime, function);
        switch (attribute) {
            case cudaFuncAttributeMaxDynamicSharedMemorySize:
                set_dynamic_shared(runtime, kernel, value);
                break;
            case cudaFuncAttributePreferredSharedMemoryCarveout:
                require(value >= -1 && value <= 100);
                kernel.carveout = value;
                break;
            case cudaFuncAttributeClusterDimMustBeSet:
            case cudaFuncAttributeRequiredClusterWidth:
            case cudaFuncAttributeRequiredClusterHeight:
            case cudaFuncAttributeRequiredClusterDepth:
            case cudaFuncAttributeNonPortableClusterSizeAllowed:
            case cudaFuncAttributeClusterSchedulingPolicyPreference:
                refuse_unsupported("an attribute of clusters");
            default: throw ApiError(cudaErrorInvalidValue);
        }
    });
}

cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache) {
    return answer(Need::gpu, [&](Runtime& runtime) { kernel_of(runtime, function); });
}

cudaError_t cudaFuncSetSharedMemConfig(const void* function, cudaSharedMemConfig) {
    return answer(Need::gpu, [&](Runtime& runtime) { kernel_of(runtime, function); });
}

cudaError_t cudaFuncGetName(const char** name, const void* function) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(name != nullptr);
        *name = kernel_of(runtime, function).name.c_str();
    });
}

cudaError_t cudaFuncGetParamInfo(const void* function, std::size_t index, std::size_t* offset,
                                 std::size_t* size) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        const KernelHandle& kernel = kernel_of(runtime, function);
        const auto code = kernel.module->kernel(runtime.memory().device, kernel.name);
        require(offset != nullptr && index < code->parameters.size());
        *offset = code->parameters[index].offset;
        if (size != nullptr) {
            *size = code->parameters[index].bytes;
        }
    });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function, int block,
                                                          std::size_t dynamic_shared) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(blocks != nullptr);
        *blocks = blocks_per_sm(runtime, function, block, dynamic_shared);
    });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* function,
                                                                   int block, std::size_t dynamic_shared,
                                                                   unsigned flags) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(blocks != nullptr && flags <= cudaOccupancyDisableCachingOverride);
        *blocks = blocks_per_sm(runtime, function, block, dynamic_shared);
    });
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, const void* function, int blocks,
                                                      int block) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(bytes != nullptr && blocks > 0 && block > 0);
        const KernelHandle& kernel = kernel_of(runtime, function);
        const KernelResources resources = resources_of(runtime, kernel);
        // Allocation granularity of shared memory in bytes.
        constexpr std::uint32_t unit = 128;
        const std::uint32_t share =
            runtime.device.shared_per_sm / static_cast<std::uint32_t>(blocks) / unit * unit;
        *bytes = std::min(share - std::min(share, resources.static_shared),
                          dynamic_shared_limit(runtime.device, kernel, resources));
    });
}
