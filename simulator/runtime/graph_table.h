#pragma once

/// @file
/// The graphs that the program knows.

#include <driver_types.h>

#include "runtime/graph_memory.h"
#include "runtime/graphs.h"
#include "runtime/handles.h"

namespace simulator::runtime {

/// All graphs of the program. Calls::mutex guards every member; the work of a node has its own copy of what it needs.
struct GraphTable {
    /// Ends all.
    void clear() {
        graphs.clear();
        executables.clear();
        memory.clear();
    }

    HandleTable<Graph, cudaGraph_t> graphs;              ///< those that were made or captured
    HandleTable<GraphExec, cudaGraphExec_t> executables; ///< those that can be launched
    GraphMemory memory;                                  ///< that nodes of graphs allocate
};

} // namespace simulator::runtime
