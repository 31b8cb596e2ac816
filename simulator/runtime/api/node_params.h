#pragma once

/// @file
/// Nodes from cudaGraphNodeParams, which contain their type.

#include <driver_types.h>

#include "protocol/errors.h"
#include "runtime/graphs.h"

namespace simulator::runtime {

/// Dereferences a pointer of the program. Rejects a null pointer.
template <class Params> const Params& non_null(const Params* params) {
    require(params != nullptr);
    return *params;
}

/// Rejects edge data, unless an edge is an ordinary dependency on the end of a node.
void check_edge_data(const cudaGraphEdgeData* data, std::size_t count);
/// Rejects allocation parameters that no node supports.
void check_alloc_params(const cudaMemAllocNodeParams& params);

/// Creates a node for @p graph, and writes its results into @p params, as a GPU does. @p caller: return
/// address of the call.
GraphNode node_of(Runtime& runtime, const Graph& graph, cudaGraphNodeParams& params, const void* caller);
/// Returns a node with the new operation for a node or its copy. Rejects types that cannot change. @p old:
/// the current node.
GraphNode changed_node(Runtime& runtime, const GraphNode& old, const cudaGraphNodeParams& params,
                       const void* caller);

} // namespace simulator::runtime
