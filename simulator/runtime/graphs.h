#pragma once

/// @file
/// Graphs of work: what their nodes do, and which of them wait for which.

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

/// Numbers of nodes in their graph.
using NodeSet = std::set<std::size_t>;

/// What a node launches.
struct KernelNode {
    const void* function = nullptr;        ///< as the program knows the kernel
    dim3 grid = {};                        ///< in blocks
    dim3 block = {};                       ///< in threads
    std::size_t dynamic_shared = 0;        ///< bytes a block
    bool cooperative = false;              ///< all blocks are there at once
    std::vector<std::byte> arguments = {}; ///< as the kernel expects them
    bool packed_in_extra = false;          ///< cudaKernelNodeParams::extra instead of kernelParams
};

/// Memory that a node frees.
struct FreeNode {
    Address address = 0; ///< where it begins
};

/// What a node was asked to do, for the program to ask again; nothing for nodes that need no words.
using NodeParams = std::variant<std::monostate, KernelNode, cudaMemcpy3DParms, cudaMemsetParams,
                                cudaHostNodeParams, cudaMemAllocNodeParams, FreeNode>;

/// A piece of work in a graph. Its address is what a cudaGraphNode_t holds.
struct GraphNode {
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty; ///< what it does
    Work work = {};                                  ///< does it
    NodeSet dependencies = {};                       ///< those that have to be done before
    cudaEvent_t event = nullptr;                     ///< that it records or waits for
    NodeParams params = {};                          ///< what it was asked to do
    std::shared_ptr<Graph> child = {};               ///< whose nodes it does
    bool enabled = true;                             ///< false: it is passed over
    std::weak_ptr<const GraphNode> copy_of = {}; ///< the node of the graph that this one's was copied from
};

/// A graph. Its address is what a cudaGraph_t holds.
struct Graph {
    std::vector<std::shared_ptr<GraphNode>> nodes = {}; ///< by number, in the order in which they were added
};

/// A graph that can be launched. Its nodes are in an order that all of their dependencies allow, and know of which nodes
/// they are copies.
struct GraphExec {
    Graph graph = {};             ///< as it was when this was made, but for what was set since
    unsigned long long flags = 0; ///< as cudaGraphInstantiate was told
};

/// What a program knows a node by.
cudaGraphNode_t handle_of(const GraphNode* node);

/// The same nodes again, and those of their children.
Graph copy_of(const Graph& graph);
/// The same, in an order in which every node comes behind those that it waits for. Refuses a graph that has none.
Graph topologically_sorted(const Graph& graph);
/// The first node that has no place in such an order; null when all have one.
cudaGraphNode_t node_in_cycle(const Graph& graph);

/// The number of a node in its graph. Refuses one that is not there.
std::size_t number_of(const Graph& graph, cudaGraphNode_t node);
/// The node of a graph, or of a graph in it, that is a copy of @p original; null when there is none.
GraphNode* copy_in(const Graph& graph, const GraphNode& original);
/// Removes a node, and whatever waits for it no longer does.
void remove_node(Graph& graph, std::size_t number);
/// Whether a node of a graph that can be launched may do what another of its type does.
bool may_replace_operation(const GraphNode& old, const GraphNode& now);
/// Whether a node of such a graph may be given other parameters by itself: not a copy of several rows or layers, which
/// only an update of the whole graph changes.
bool may_set_params(const GraphNode& node);
/// Takes over what a node does, but not which others it waits for.
void replace_operation(GraphNode& node, const GraphNode& from);

/// Whether a graph has nodes that allocate or free memory, which cannot be in two places.
bool has_memory_nodes(const Graph& graph);

/// Whether one graph may take the place of another: the same nodes that wait for the same others. Both are in order.
cudaGraphExecUpdateResultInfo compare_graphs(const Graph& old, const Graph& now);
/// What the nodes of @p now do, those of @p old do from now on. These may be compared.
void replace_operations(Graph& old, const Graph& now);

} // namespace simulator::runtime
