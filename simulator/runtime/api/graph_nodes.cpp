// Adding nodes to graphs, and removing them.

#include "runtime/graph_nodes.h"
#include "program/program_values.h"

#include "runtime/api/entry.h"
#include "runtime/api/node_changes.h"
#include "runtime/api/node_params.h"
#include "runtime/graph_memory.h"

using namespace simulator::runtime;

NodeSet simulator::runtime::numbers_of(const Graph& graph, const cudaGraphNode_t* nodes, std::size_t count) {
    require(count == 0 || nodes != nullptr);
    NodeSet numbers;
    for (const cudaGraphNode_t node : read_values<cudaGraphNode_t>(nodes, count)) {
        require(numbers.insert(number_of(graph, node)).second);
    }
    return numbers;
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaKernelNodeParams* params) {
    const auto make = [&](Runtime& runtime, Graph&) { return kernel_node(runtime, non_null(params)); };
    return add_node({node, graph, dependencies, count}, make, __func__);
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaMemcpy3DParms* params) {
    const void* caller = CALLER;
    const auto make = [&](Runtime& runtime, Graph&) { return copy_node(runtime, non_null(params), caller); };
    return add_node({node, graph, dependencies, count}, make, __func__);
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, std::size_t count, void* to,
                                     const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    const void* caller = CALLER;
    const auto make = [&](Runtime& runtime, Graph&) {
        return copy_node(runtime, copy_params(to, from, bytes, kind), caller);
    };
    return add_node({node, graph, dependencies, count}, make, __func__);
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaMemsetParams* params) {
    const void* caller = CALLER;
    const auto make = [&](Runtime& runtime, Graph&) { return fill_node(runtime, non_null(params), caller); };
    return add_node({node, graph, dependencies, count}, make, __func__);
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* dependencies, std::size_t count,
                                 const cudaHostNodeParams* params) {
    return add_node(
        {node, graph, dependencies, count}, [&](Runtime&, Graph&) { return host_node(non_null(params)); },
        __func__);
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* dependencies, std::size_t count) {
    return add_node(
        {node, graph, dependencies, count}, [](Runtime&, Graph&) { return GraphNode{}; }, __func__);
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* dependencies, std::size_t count,
                                        cudaEvent_t event) {
    const auto make = [&](Runtime& runtime, Graph&) {
        return event_node(runtime, cudaGraphNodeTypeEventRecord, event);
    };
    return add_node({node, graph, dependencies, count}, make, __func__);
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                      const cudaGraphNode_t* dependencies, std::size_t count,
                                      cudaEvent_t event) {
    const auto make = [&](Runtime& runtime, Graph&) {
        return event_node(runtime, cudaGraphNodeTypeWaitEvent, event);
    };
    return add_node({node, graph, dependencies, count}, make, __func__);
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* dependencies, std::size_t count,
                                       cudaGraph_t child) {
    const auto make = [&](Runtime& runtime, Graph&) { return child_node(graph_at(runtime, child)); };
    return add_node({node, graph, dependencies, count}, make, __func__);
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, std::size_t count,
                                     cudaMemAllocNodeParams* params) {
    const void* caller = CALLER;
    const auto make = [&](Runtime& runtime, Graph&) {
        require(params != nullptr);
        check_alloc_params(*params);
        return alloc_node(runtime, *params, "cudaGraphAddMemAllocNode", caller);
    };
    return add_node({node, graph, dependencies, count}, make, __func__);
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                    const cudaGraphNode_t* dependencies, std::size_t count, void* pointer) {
    const void* caller = CALLER;
    const auto make = [&](Runtime& runtime, Graph& to) {
        return free_node(runtime, to, pointer, "cudaGraphAddMemFreeNode", caller);
    };
    return add_node({node, graph, dependencies, count}, make, __func__);
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                             const cudaGraphEdgeData* edges, std::size_t count, cudaGraphNodeParams* params) {
    const void* caller = CALLER;
    const auto make = [&](Runtime& runtime, Graph& to) {
        require(params != nullptr);
        check_edge_data(edges, count);
        return node_of(runtime, to, *params, caller);
    };
    return add_node({node, graph, dependencies, count}, make, __func__);
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        const NodeLocation place = node_at(runtime, node);
        require(!has_memory_nodes(*place.graph), cudaErrorNotSupported);
        remove_node(*place.graph, place.number);
    });
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* graph) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(graph != nullptr);
        const NodeLocation place = node_at(runtime, node);
        require(place.node().child != nullptr);
        *graph = reinterpret_cast<cudaGraph_t>(place.node().child.get());
    });
}
