// Whole graphs: creation, copies, launches, and queries of their contents.

#include "runtime/graphs.h"
#include "runtime/api/entry.h"
#include "runtime/api/graph_lists.h"
#include "runtime/graph_nodes.h"
#include "runtime/graph_table.h"
#include "runtime/streams.h"
#include "runtime/submit.h"

using namespace simulator::runtime;

namespace {

template <class Table, class Handle> auto& at(Table& table, Handle handle) {
    auto* found = table.find(handle);
    require(found != nullptr);
    return *found;
}

/// Returns whether a graph with memory nodes has been instantiated. Only one instance may exist at a time.
bool is_instantiated(Runtime& runtime, const Graph& graph) {
    bool found = false;
    runtime.graphs().executables.each([&](const GraphExec& executable) {
        found = found || (!graph.nodes.empty() && copy_in(executable.graph, *graph.nodes.front()) != nullptr);
    });
    return found;
}

cudaGraphExec_t instantiate(Runtime& runtime, cudaGraph_t graph, unsigned long long flags) {
    constexpr unsigned long long known =
        cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUpload |
        cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagUseNodePriority;
    const Graph& found = graph_at(runtime, graph);
    require((flags & ~known) == 0);
    if ((flags & cudaGraphInstantiateFlagDeviceLaunch) != 0) {
        refuse_unsupported("device graph launch");
    }
    require(!has_memory_nodes(found) || !is_instantiated(runtime, found), cudaErrorNotSupported);
    return runtime.graphs().executables.add({.graph = topologically_sorted(found), .flags = flags});
}

} // namespace

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long flags) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(executable != nullptr);
        *executable = instantiate(runtime, graph, flags);
    });
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph,
                                          unsigned long long flags) {
    return cudaGraphInstantiate(executable, graph, flags);
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* executable, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* params) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(executable != nullptr && params != nullptr);
        params->errNode_out = nullptr;
        params->result_out = cudaGraphInstantiateError;
        runtime.streams().check(params->uploadStream);
        params->result_out = cudaGraphInstantiateInvalidStructure;
        params->errNode_out = node_in_cycle(graph_at(runtime, graph));
        *executable = instantiate(runtime, graph, params->flags);
        params->result_out = cudaGraphInstantiateSuccess;
    });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.streams().check(stream);
        runtime.streams().captures.forbid_in(stream);
        if (is_legacy(stream)) {
            runtime.streams().captures.forbid_legacy();
        }
        submit_graph(runtime, stream, at(runtime.graphs().executables, executable));
    });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        at(runtime.graphs().executables, executable);
        runtime.streams().check(stream);
        runtime.streams().captures.forbid_in(stream);
    });
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* result) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        GraphExec& old = at(runtime.graphs().executables, executable);
        const Graph now = topologically_sorted(graph_at(runtime, graph));
        const cudaGraphExecUpdateResultInfo compared = compare_graphs(old.graph, now);
        if (result != nullptr) {
            *result = compared;
        }
        require(compared.result == cudaGraphExecUpdateSuccess, cudaErrorGraphExecUpdateFailure);
        replace_operations(old.graph, now);
    });
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t executable, unsigned long long* flags) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(flags != nullptr);
        *flags = at(runtime.graphs().executables, executable).flags;
    });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        at(runtime.graphs().executables, executable);
        runtime.graphs().executables.remove(executable);
    });
}

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(graph != nullptr && flags == 0);
        *graph = runtime.graphs().graphs.add({});
    });
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(clone != nullptr);
        const Graph& found = graph_at(runtime, graph);
        require(!has_memory_nodes(found), cudaErrorNotSupported);
        *clone = runtime.graphs().graphs.add(copy_of(found));
    });
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original, cudaGraph_t clone) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(node != nullptr);
        const GraphNode* const found = copy_in(graph_at(runtime, clone), node_at(runtime, original).node());
        require(found != nullptr);
        *node = handle_of(found);
    });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        at(runtime.graphs().graphs, graph);
        runtime.graphs().graphs.remove(graph);
    });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        list_nodes(nodes_if(graph_at(runtime, graph), [](std::size_t) { return true; }), nodes, count);
    });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        const Graph& found = graph_at(runtime, graph);
        list_nodes(nodes_if(found, [&](std::size_t n) { return found.nodes[n]->dependencies.empty(); }),
                   nodes, count);
    });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(type != nullptr);
        *type = node_at(runtime, node).node().type;
    });
}
