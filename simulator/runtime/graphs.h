#pragma once

/// @file
/// CUDA graphs: the operations of their nodes, and the dependencies between nodes.

#include <driver_types.h>

#include <cstddef>
#include <memory>
#include <set>
#include <variant>
#include <vector>

#include "memory/device_memory.h"
#include "runtime/work.h"

namespace simulator::runtime {

struct Graph;

/// Indices of nodes in their graph.
using NodeSet = std::set<std::size_t>;

/// Operation of a kernel node.
struct KernelNode {
    const void* function = nullptr;        ///< host function of the kernel
    dim3 grid = {};                        ///< in blocks
    dim3 block = {};                       ///< in threads
    std::size_t dynamic_shared = 0;        ///< bytes per block
    bool cooperative = false;              ///< all blocks are resident at the same time
    std::vector<std::byte> arguments = {}; ///< packed arguments
    bool packed_in_extra = false;          ///< cudaKernelNodeParams::extra instead of kernelParams
};

/// Operation of a node that frees memory.
struct FreeNode {
    Address address = 0; ///< start address
};

/// Parameters of a node, which the program can query; empty for nodes without parameters.
using NodeParams = std::variant<std::monostate, KernelNode, cudaMemcpy3DParms, cudaMemsetParams,
                                cudaHostNodeParams, cudaMemAllocNodeParams, FreeNode>;

/// A node of a graph. Its address is the cudaGraphNode_t.
struct GraphNode {
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty; ///< kind of its operation
    Work work = {};                                  ///< its operation
    NodeSet dependencies = {};                       ///< nodes that must complete before
    cudaEvent_t event = nullptr;                     ///< event that it records or waits for
    NodeParams params = {};                          ///< parameters of the operation
    std::shared_ptr<Graph> child = {};               ///< graph of a child graph node
    bool enabled = true;                             ///< false: it is skipped
    std::weak_ptr<const GraphNode> copy_of = {};     ///< node from which this one was copied
};

/// A graph. Its address is the cudaGraph_t.
struct Graph {
    /// Indexed by number, in the order in which they were added.
    std::vector<std::shared_ptr<GraphNode>> nodes = {};
};

/// An instantiated graph. Its nodes are in topological order, and each has a reference to the node that it is
/// a copy of.
struct GraphExec {
    Graph graph = {};             ///< copy of the graph at instantiation, with later updates
    unsigned long long flags = 0; ///< flags of cudaGraphInstantiate
};

/// Returns the handle of a node.
cudaGraphNode_t handle_of(const GraphNode* node);

/// Returns a deep copy of a graph, with its child graphs.
Graph copy_of(const Graph& graph);
/// Returns a deep copy in topological order: every node follows its dependencies. Rejects a graph with a
/// cycle.
Graph topologically_sorted(const Graph& graph);
/// Returns the first node that is part of a cycle or depends on one; null if there is none.
cudaGraphNode_t node_in_cycle(const Graph& graph);

/// Returns the index of a node in its graph. Rejects a node of another graph.
std::size_t number_of(const Graph& graph, cudaGraphNode_t node);
/// Returns the node of a graph, or of a child graph, that is a copy of @p original; null if there is none.
GraphNode* copy_in(const Graph& graph, const GraphNode& original);
/// Removes a node, and all dependencies on it.
void remove_node(Graph& graph, std::size_t number);
/// Returns whether a node of an instantiated graph may take the operation of another node of its type.
bool may_replace_operation(const GraphNode& old, const GraphNode& now);
/// Returns whether the parameters of a single node of an instantiated graph may change. False for a copy of
/// several rows or layers, which only an update of the whole graph can change.
bool may_set_params(const GraphNode& node);
/// Replaces the operation of a node. Its dependencies stay.
void replace_operation(GraphNode& node, const GraphNode& from);

/// Returns whether a graph has nodes that allocate or free memory. Such a graph cannot exist twice.
bool has_memory_nodes(const Graph& graph);

/// Returns whether one graph may replace another: the same nodes with the same dependencies. Both are in
/// topological order.
cudaGraphExecUpdateResultInfo compare_graphs(const Graph& old, const Graph& now);
/// Replaces the operations of all nodes of @p old by those of @p now. compare_graphs() must have accepted
/// both.
void replace_operations(Graph& old, const Graph& now);

} // namespace simulator::runtime
