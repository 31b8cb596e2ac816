#pragma once

/// @file
/// What the entry points have in common that add nodes to graphs, or change what nodes do.

#include <memory>
#include <utility>

#include "runtime/api/entry.h"
#include "runtime/graph_nodes.h"

namespace simulator::runtime {

/// The nodes that a new one is to wait for: each once, and all of the same graph.
NodeSet numbers_of(const Graph& graph, const cudaGraphNode_t* nodes, std::size_t count);
/// The node of something that can be launched that was made of @p node.
GraphNode& copy_at(Runtime& runtime, cudaGraphExec_t executable, cudaGraphNode_t node);

/// Where a new node goes, in the program's words.
struct NewNode {
    cudaGraphNode_t* handle;             ///< for its handle
    cudaGraph_t graph;                   ///< that it becomes part of
    const cudaGraphNode_t* dependencies; ///< those that it waits for
    std::size_t count;                   ///< as many
};

/// Adds the node that @p make makes for a graph.
template <class Make> cudaError_t add_node(const NewNode& where, Make make, const char* function) {
    return answer(
        Need::gpu,
        [&](Runtime& runtime) {
            require(where.handle != nullptr);
            Graph& graph = graph_at(runtime, where.graph);
            NodeSet dependencies = numbers_of(graph, where.dependencies, where.count);
            auto node = std::make_shared<GraphNode>(make(runtime, graph));
            node->dependencies = std::move(dependencies);
            graph.nodes.push_back(node);
            *where.handle = handle_of(node.get());
        },
        function);
}

/// Has a node of a graph do what @p make makes of it.
template <class Make> cudaError_t set_params(cudaGraphNode_t node, Make make, const char* function) {
    return answer(
        Need::gpu,
        [&](Runtime& runtime) {
            GraphNode& old = node_at(runtime, node).node();
            const GraphNode now = make(runtime, old);
            require(now.type == old.type);
            replace_operation(old, now);
        },
        function);
}

/// The same for what was made of the graph to be launched.
template <class Make>
cudaError_t set_params(cudaGraphExec_t executable, cudaGraphNode_t node, Make make, const char* function) {
    return answer(
        Need::gpu,
        [&](Runtime& runtime) {
            GraphNode& old = copy_at(runtime, executable, node);
            const GraphNode now = make(runtime, old);
            require(now.type == old.type && may_replace_operation(old, now));
            require(may_set_params(old) && may_set_params(now));
            replace_operation(old, now);
        },
        function);
}

} // namespace simulator::runtime
