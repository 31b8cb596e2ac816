#pragma once

/// @file
/// Nodes of graphs from what a program says they are to do. What a program points to is copied, and what a GPU refuses is
/// refused, when a node is made.

#include <driver_types.h>

#include <cstddef>
#include <vector>

#include "runtime/copy.h"
#include "runtime/graphs.h"
#include "runtime/launch.h"

namespace simulator::runtime {

/// A kernel, which the program knows as @p function, with its arguments in one block.
KernelNode kernel_params(const void* function, const LaunchShape& shape, std::vector<std::byte> arguments);
/// A node that launches a kernel, all blocks at once where it is @p cooperative.
GraphNode kernel_node(Runtime& runtime, const cudaKernelNodeParams& params, bool cooperative = false);
/// What a program is told of a kernel node. Its arguments are told by a word for them that kernel_node() understands.
cudaKernelNodeParams reported_params(Runtime& runtime, const GraphNode& node);

/// A node that copies. @p caller is who asked.
GraphNode copy_node(Runtime& runtime, const cudaMemcpy3DParms& params, const void* caller);
/// Parameters of a copy of @p bytes in one piece.
cudaMemcpy3DParms copy_params(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);
/// What a captured copy would have been asked with. An array is told as the memory that it has.
cudaMemcpy3DParms copy_params(const CopyRequest& request);

/// A node that fills. @p caller is who asked.
GraphNode fill_node(Runtime& runtime, const cudaMemsetParams& params, const void* caller);
/// What a captured fill would have been asked with.
cudaMemsetParams fill_params(const FillRequest& request);

/// A node that calls a function of the program's.
GraphNode host_node(const cudaHostNodeParams& params);
/// A node that records an event, or waits for it.
GraphNode event_node(Runtime& runtime, cudaGraphNodeType type, cudaEvent_t event);
/// A node that does what the nodes of a graph do now.
GraphNode child_node(const Graph& graph);

/// A graph that a program knows, also one in a node of another. Refuses any other.
Graph& graph_at(Runtime& runtime, cudaGraph_t graph);
/// A node with the graph that it is in.
struct NodeLocation {
    Graph* graph = nullptr; ///< which
    std::size_t number = 0; ///< the node's in it

    /// The node.
    [[nodiscard]] GraphNode& node() const { return *graph->nodes[number]; }
};
/// Where a node is that a program knows. Refuses any other.
NodeLocation node_at(Runtime& runtime, cudaGraphNode_t node);

} // namespace simulator::runtime
