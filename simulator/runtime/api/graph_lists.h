#pragma once

/// @file
/// Lists of nodes that graph functions return to a program.

#include <driver_types.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "protocol/errors.h"
#include "runtime/graphs.h"

namespace simulator::runtime {

/// Some nodes of a graph, in their order.
using NodeList = std::vector<cudaGraphNode_t>;

/// Returns the nodes for whose index @p wanted returns true.
template <class Wanted> NodeList nodes_if(const Graph& graph, Wanted wanted) {
    NodeList nodes;
    for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
        if (wanted(n)) {
            nodes.push_back(handle_of(graph.nodes[n].get()));
        }
    }
    return nodes;
}

/// Copies as many nodes as fit into @p room, or returns their number in @p count if @p room is null.
inline void list_nodes(const NodeList& nodes, cudaGraphNode_t* room, std::size_t* count) {
    require(count != nullptr);
    if (room != nullptr) {
        std::fill_n(room, *count, nullptr);
        *count = std::min(*count, nodes.size());
        std::copy_n(nodes.begin(), *count, room);
        return;
    }
    *count = nodes.size();
}

} // namespace simulator::runtime
