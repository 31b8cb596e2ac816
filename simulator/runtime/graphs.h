#pragma once

/// @file
/// Graphs of work, as stream capture makes them.

#include <driver_types.h>

#include <cstddef>
#include <memory>
#include <set>
#include <vector>

#include "runtime/work_queue.h"

namespace simulator::runtime {

/// Numbers of nodes in their graph.
using NodeSet = std::set<std::size_t>;

/// A piece of work in a graph. Its address is what a cudaGraphNode_t holds.
struct GraphNode {
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty; ///< what it does
    Work work = {};                                  ///< does it
    NodeSet after = {};          ///< those that have to be done before; their numbers are lower
    cudaEvent_t event = nullptr; ///< that it records or waits for
};

/// A graph. Its nodes are in the order of the calls that were captured, which all of their dependencies
/// allow.
struct Graph {
    std::vector<std::shared_ptr<const GraphNode>> nodes = {}; ///< by number
};

/// A graph that can be launched. Its nodes outlive those of the graph it was made of.
struct GraphExec {
    Graph graph = {};             ///< as it was when this was made
    unsigned long long flags = 0; ///< as cudaGraphInstantiate was told; change nothing
};

} // namespace simulator::runtime
