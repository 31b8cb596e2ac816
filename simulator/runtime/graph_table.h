#pragma once

/// @file
/// Graphs that the program holds handles of.

#include <driver_types.h>

#include "runtime/graph_memory.h"
#include "runtime/graphs.h"
#include "runtime/handles.h"

namespace simulator::runtime {

/// All graphs of the program. Calls::mutex guards every member; the work of a node has its own copy of its
/// inputs.
struct GraphTable {
    /// Destroys all graphs.
    void clear() {
        graphs.clear();
        executables.clear();
        memory.clear();
    }

    HandleTable<Graph, cudaGraph_t> graphs;              ///< graphs that were created or captured
    HandleTable<GraphExec, cudaGraphExec_t> executables; ///< instantiated graphs
    GraphMemory memory;                                  ///< memory that nodes of graphs allocate
};

} // namespace simulator::runtime
