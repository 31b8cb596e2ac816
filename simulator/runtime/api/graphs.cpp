// Graphs that were captured: what they hold, and launching them.

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/api/entry.h"
#include "runtime/submit.h"

using namespace simulator::runtime;

namespace {

using Nodes = std::vector<std::shared_ptr<const GraphNode>>;

template <class Table, class Handle> auto& at(Table& table, Handle handle) {
    auto* found = table.find(handle);
    require(found != nullptr);
    return *found;
}

cudaGraphNode_t handle_of(const std::shared_ptr<const GraphNode>& node) {
    return reinterpret_cast<cudaGraphNode_t>(const_cast<GraphNode*>(node.get()));
}

/// Gives the program as many as it has room for, or tells how many there are.
void list(const Nodes& nodes, cudaGraphNode_t* room, std::size_t* count) {
    require(count != nullptr);
    if (room != nullptr) {
        std::fill_n(room, *count, nullptr);
        *count = std::min(*count, nodes.size());
        std::transform(nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(*count), room, handle_of);
        return;
    }
    *count = nodes.size();
}

cudaGraphExec_t instantiate(Runtime& runtime, cudaGraph_t graph, unsigned long long flags) {
    constexpr unsigned long long known =
        cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUpload |
        cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagUseNodePriority;
    const Graph& found = at(runtime.graphs, graph);
    require((flags & ~known) == 0);
    if ((flags & cudaGraphInstantiateFlagDeviceLaunch) != 0) {
        refuse_unsupported("a graph that kernels launch");
    }
    return runtime.executables.add({.graph = found, .flags = flags});
}

/// Whether one graph may take the place of another: the same nodes that wait for the same others. Nodes are
/// paired in the order in which they were captured.
cudaGraphExecUpdateResultInfo compare(const Graph& old, const Graph& now) {
    if (old.nodes.size() != now.nodes.size()) {
        return {cudaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr};
    }
    for (std::size_t n = 0; n < now.nodes.size(); ++n) {
        if (old.nodes[n]->after != now.nodes[n]->after) {
            return {cudaGraphExecUpdateErrorTopologyChanged, handle_of(now.nodes[n]), nullptr};
        }
        if (old.nodes[n]->type != now.nodes[n]->type) {
            return {cudaGraphExecUpdateErrorNodeTypeChanged, handle_of(now.nodes[n]), nullptr};
        }
    }
    return {cudaGraphExecUpdateSuccess, nullptr, nullptr};
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

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        check_stream(runtime, stream);
        runtime.captures.forbid_in(stream);
        if (is_legacy(stream)) {
            runtime.captures.forbid_legacy();
        }
        submit_graph(runtime, stream, at(runtime.executables, executable).graph);
    });
}
PER_THREAD(cudaGraphLaunch, _ptsz)

cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t stream) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        at(runtime.executables, executable);
        check_stream(runtime, stream);
        runtime.captures.forbid_in(stream);
    });
}
PER_THREAD(cudaGraphUpload, _ptsz)

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* result) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        GraphExec& old = at(runtime.executables, executable);
        const Graph& now = at(runtime.graphs, graph);
        const cudaGraphExecUpdateResultInfo compared = compare(old.graph, now);
        if (result != nullptr) {
            *result = compared;
        }
        require(compared.result == cudaGraphExecUpdateSuccess, cudaErrorGraphExecUpdateFailure);
        old.graph = now;
    });
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t executable, unsigned long long* flags) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(flags != nullptr);
        *flags = at(runtime.executables, executable).flags;
    });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        at(runtime.executables, executable);
        runtime.executables.remove(executable);
    });
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(clone != nullptr);
        Graph copy = at(runtime.graphs, graph);
        for (auto& node : copy.nodes) {
            node = std::make_shared<GraphNode>(*node); // with a handle of its own
        }
        *clone = runtime.graphs.add(std::move(copy));
    });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        at(runtime.graphs, graph);
        runtime.graphs.remove(graph);
    });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
    return answer(Need::gpu, [&](Runtime& runtime) { list(at(runtime.graphs, graph).nodes, nodes, count); });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        Nodes roots;
        std::ranges::copy_if(at(runtime.graphs, graph).nodes, std::back_inserter(roots),
                             [](const auto& node) { return node->after.empty(); });
        list(roots, nodes, count);
    });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(type != nullptr);
        const GraphNode* found = nullptr;
        runtime.graphs.each([&](const Graph& graph) {
            const auto here = std::ranges::find(graph.nodes, node, handle_of);
            found = here == graph.nodes.end() ? found : here->get();
        });
        require(found != nullptr);
        *type = found->type;
    });
}
