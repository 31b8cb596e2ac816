#include "runtime/api/node_params.h"

#include "program/program_values.h"
#include "runtime/api/entry.h"
#include "runtime/graph_memory.h"
#include "runtime/graph_nodes.h"
#include "runtime/graphs.h"

namespace simulator::runtime {

namespace {

cudaKernelNodeParams to_v1_params(const cudaKernelNodeParamsV2& kernel) {
    return {kernel.func,           kernel.gridDim,      kernel.blockDim,
            kernel.sharedMemBytes, kernel.kernelParams, kernel.extra};
}

cudaMemsetParams to_v1_params(const cudaMemsetParamsV2& fill) {
    return {fill.dst, fill.pitch, fill.value, fill.elementSize, fill.width, fill.height};
}

GraphNode alloc_node_of(Runtime& runtime, cudaMemAllocNodeParamsV2& params, const void* caller) {
    cudaMemAllocNodeParams first{params.poolProps, params.accessDescs, params.accessDescCount,
                                 params.bytesize, nullptr};
    check_alloc_params(first);
    GraphNode node = alloc_node(runtime, first, "cudaGraphAddNode", caller);
    params.dptr = first.dptr;
    return node;
}

GraphNode child_node_of(Runtime& runtime, const cudaChildGraphNodeParams& params) {
    if (params.ownership == cudaGraphChildGraphOwnershipMove) {
        refuse_unsupported("a graph that moves into a node of another one");
    }
    require(params.ownership == cudaGraphChildGraphOwnershipClone);
    return child_node(graph_at(runtime, params.graph));
}

} // namespace

void check_edge_data(const cudaGraphEdgeData* data, std::size_t count) {
    for (const cudaGraphEdgeData& edge : read_values<cudaGraphEdgeData>(data, data == nullptr ? 0 : count)) {
        if (edge.type == cudaGraphDependencyTypeProgrammatic) {
            refuse_unsupported("a programmatic dependency in a graph");
        }
        require(edge.type == cudaGraphDependencyTypeDefault && edge.from_port == 0 && edge.to_port == 0);
    }
}

void check_alloc_params(const cudaMemAllocNodeParams& params) {
    require(params.poolProps.allocType == cudaMemAllocationTypePinned &&
            params.poolProps.handleTypes == cudaMemHandleTypeNone &&
            params.poolProps.location.type == cudaMemLocationTypeDevice &&
            params.poolProps.location.id == 0 && params.accessDescCount <= 1 && params.bytesize != 0);
}

GraphNode node_of(Runtime& runtime, const Graph& graph, cudaGraphNodeParams& params, const void* caller) {
    switch (params.type) {
        case cudaGraphNodeTypeEmpty: return {};
        case cudaGraphNodeTypeGraph: return child_node_of(runtime, params.graph);
        case cudaGraphNodeTypeMemAlloc: return alloc_node_of(runtime, params.alloc, caller);
        case cudaGraphNodeTypeMemFree:
            return free_node(runtime, graph, params.free.dptr, "cudaGraphAddNode", caller);
        case cudaGraphNodeTypeConditional: refuse_unsupported("a conditional node of a graph");
        case cudaGraphNodeTypeExtSemaphoreSignal:
        case cudaGraphNodeTypeExtSemaphoreWait: refuse_unsupported("an external semaphore");
        default: return changed_node(runtime, {}, params, caller);
    }
}

GraphNode changed_node(Runtime& runtime, const GraphNode& old, const cudaGraphNodeParams& params,
                       const void* caller) {
    const auto* const kernel = std::get_if<KernelNode>(&old.params);
    switch (params.type) {
        case cudaGraphNodeTypeKernel:
            return kernel_node(runtime, to_v1_params(params.kernel),
                               kernel != nullptr && kernel->cooperative);
        case cudaGraphNodeTypeMemcpy:
            require(params.memcpy.flags == 0);
            return copy_node(runtime, params.memcpy.copyParams, caller);
        case cudaGraphNodeTypeMemset: return fill_node(runtime, to_v1_params(params.memset), caller);
        case cudaGraphNodeTypeHost: return host_node({params.host.fn, params.host.userData});
        case cudaGraphNodeTypeWaitEvent: return event_node(runtime, params.type, params.eventWait.event);
        case cudaGraphNodeTypeEventRecord: return event_node(runtime, params.type, params.eventRecord.event);
        default: throw ApiError(cudaErrorInvalidValue);
    }
}

} // namespace simulator::runtime
