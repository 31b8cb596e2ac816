#pragma once

/// @file
/// Creation of graph nodes from the program's parameters. The data that parameters point to are copied, and
/// parameters that a GPU rejects are rejected, when a node is created.

#include <driver_types.h>

#include <cstddef>
#include <vector>

#include "runtime/copy.h"
#include "runtime/graphs.h"
#include "runtime/launch.h"

namespace simulator::runtime {

/// Returns the parameters of a kernel that the program knows as @p function, with its packed @p arguments.
KernelNode kernel_params(const void* function, const LaunchShape& shape, std::vector<std::byte> arguments);
/// Creates a node that launches a kernel. @p cooperative: all blocks are resident at the same time.
GraphNode kernel_node(Runtime& runtime, const cudaKernelNodeParams& params, bool cooperative = false);
/// Returns the parameters of a kernel node for the program. Its arguments are represented by a token that
/// kernel_node() accepts.
cudaKernelNodeParams reported_params(Runtime& runtime, const GraphNode& node);

/// Creates a copy node. @p caller: return address of the call.
GraphNode copy_node(Runtime& runtime, const cudaMemcpy3DParms& params, const void* caller);
/// Returns the parameters of a contiguous copy of @p bytes.
cudaMemcpy3DParms copy_params(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);
/// Returns the parameters that correspond to a captured copy. An array is reported as its memory.
cudaMemcpy3DParms copy_params(const CopyRequest& request);

/// Creates a fill node. @p caller: return address of the call.
GraphNode fill_node(Runtime& runtime, const cudaMemsetParams& params, const void* caller);
/// Returns the parameters that correspond to a captured fill.
cudaMemsetParams fill_params(const FillRequest& request);

/// Creates a node that calls a function of the program.
GraphNode host_node(const cudaHostNodeParams& params);
/// Creates a node that records an event, or waits for it.
GraphNode event_node(Runtime& runtime, cudaGraphNodeType type, cudaEvent_t event);
/// Creates a child graph node with a copy of the graph's current nodes.
GraphNode child_node(const Graph& graph);

/// Returns the graph of a handle, which may be a child graph. Rejects any other handle.
Graph& graph_at(Runtime& runtime, cudaGraph_t graph);
/// A node together with its graph.
struct NodeLocation {
    Graph* graph = nullptr; ///< graph that contains the node
    std::size_t number = 0; ///< index of the node in the graph

    /// Returns the node.
    [[nodiscard]] GraphNode& node() const { return *graph->nodes[number]; }
};
/// Returns the location of the node of a handle. Rejects any other handle.
NodeLocation node_at(Runtime& runtime, cudaGraphNode_t node);

} // namespace simulator::runtime
