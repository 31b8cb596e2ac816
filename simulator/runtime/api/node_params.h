#pragma once

/// @file
/// Nodes from parameters that say themselves of which type they are.

#include <driver_types.h>

#include "protocol/errors.h"
#include "runtime/graphs.h"

namespace simulator::runtime {

/// What the program points to. Refuses a null pointer.
template <class Params> const Params& non_null(const Params* params) {
    require(params != nullptr);
    return *params;
}

/// What is said of edges. Refuses all but that a node waits for the end of another.
void check_edge_data(const cudaGraphEdgeData* data, std::size_t count);
/// Refuses to allocate what no node gives.
void check_alloc_params(const cudaMemAllocNodeParams& params);

/// A node for @p graph. Writes into the parameters what a GPU writes there. @p caller is who asked.
GraphNode node_of(Runtime& runtime, const Graph& graph, cudaGraphNodeParams& params, const void* caller);
/// What a node or its copy is to do from now on; types that cannot be changed are refused. @p old is what it does.
GraphNode changed_node(Runtime& runtime, const GraphNode& old, const cudaGraphNodeParams& params,
                       const void* caller);

} // namespace simulator::runtime
