// Memory of graphs: allocations and frees of their nodes, and usage.

#include "runtime/graph_memory.h"

#include "program/program_values.h"
#include "runtime/api/entry.h"
#include "runtime/graph_nodes.h"
#include "runtime/graph_table.h"
#include "runtime/memory.h"
#include "runtime/pointers.h"

using namespace simulator::runtime;

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams* params) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(params != nullptr);
        const auto* const found = std::get_if<cudaMemAllocNodeParams>(&node_at(runtime, node).node().params);
        require(found != nullptr);
        *params = *found;
    });
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* pointer) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(pointer != nullptr);
        const auto* const found = std::get_if<FreeNode>(&node_at(runtime, node).node().params);
        require(found != nullptr);
        write_value<void*>(pointer, pointer_to(found->address));
    });
}

cudaError_t cudaDeviceGraphMemTrim(int device) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        check_device(device);
        runtime.graphs().memory.trim(runtime.memory().device);
    });
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute, void* value) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        check_device(device);
        const GraphMemory::Usage usage = runtime.graphs().memory.usage(runtime.memory().device);
        switch (attribute) {
            case cudaGraphMemAttrUsedMemCurrent: write_value<std::uint64_t>(value, usage.used); return;
            case cudaGraphMemAttrUsedMemHigh: write_value<std::uint64_t>(value, usage.used_high); return;
            case cudaGraphMemAttrReservedMemCurrent:
                write_value<std::uint64_t>(value, usage.reserved);
                return;
            case cudaGraphMemAttrReservedMemHigh:
                write_value<std::uint64_t>(value, usage.reserved_high);
                return;
        }
        throw ApiError(cudaErrorInvalidValue);
    });
}

cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute, void* value) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        check_device(device);
        require(read_value<std::uint64_t>(value) == 0);
        if (attribute == cudaGraphMemAttrUsedMemHigh) {
            runtime.graphs().memory.reset_used_high();
        } else {
            require(attribute == cudaGraphMemAttrReservedMemHigh);
            runtime.graphs().memory.reset_reserved_high();
        }
    });
}
