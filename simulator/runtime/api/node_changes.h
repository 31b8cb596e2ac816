#pragma once

/// @file
/// Common parts of entry points that add nodes to graphs, or change nodes.

#include <memory>
#include <utility>

#include "runtime/api/entry.h"
#include "runtime/graph_nodes.h"

namespace simulator::runtime {

/// Returns the dependencies of a new node. Rejects duplicates and nodes of another graph.
NodeSet numbers_of(const Graph& graph, const cudaGraphNode_t* nodes, std::size_t count);
/// Returns the copy of @p node in an instantiated graph.
GraphNode& copy_at(Runtime& runtime, cudaGraphExec_t executable, cudaGraphNode_t node);

/// Destination of a new node, as the program specifies it.
struct NewNode {
    cudaGraphNode_t* handle;             ///< receives its handle
    cudaGraph_t graph;                   ///< graph that it is added to
    const cudaGraphNode_t* dependencies; ///< nodes that it depends on
    std::size_t count;                   ///< number of dependencies
};

/// Adds the node that @p make creates to a graph.
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

/// Replaces the operation of a node of a graph by that of the node that @p make creates.
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

/// Replaces the operation likewise in an instantiated graph.
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
