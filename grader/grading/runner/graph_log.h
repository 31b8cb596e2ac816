#pragma once

/// @file
/// Work that is submitted now and executed later, perhaps several times: captured streams, and graphs, which
/// come from a capture or are built node by node. The work of a graph is counted each time that the graph is
/// launched.
///
/// The nodes of a graph are read when it is instantiated.

#include <cstdint>
#include <map>
#include <vector>

#include <driver_types.h>

#include "grading/runner/copy_count.h"
#include "grading/runner/shapes.h"

namespace runner {

/// The work of a graph, or of a part of it, per launch.
struct GraphWork {
    ShapeCounts kernels = ShapeCounts(); ///< kernel launches
    std::uint64_t copied_bytes = 0;      ///< bytes copied between host and device
    std::vector<grader::OperationTransfers> transfers =
        {};                       ///< copies and memsets, one entry per kind and direction
    std::size_t unread_nodes = 0; ///< nodes whose work cannot be read

    /// Adds the work of @p other.
    void add(const GraphWork& other);
    /// Adds copies or memsets.
    void add(const grader::OperationTransfers& more);
};

/// Logs a kernel launch in @p stream, unless the stream is being captured.
void record_launch(const Shape& shape, cudaStream_t stream);
/// Counts the copy @p copy in @p stream, unless the stream is being captured.
void record_copy(const CopyDescription& copy, cudaStream_t stream);
/// Counts a copy that is complete when its call returns; no stream may be captured meanwhile.
void record_synchronous_copy(const CopyDescription& copy, cudaStream_t stream);
/// Records that the bytes of @p rows are set to one value in @p stream.
void record_memset(const PitchedRows& rows, cudaStream_t stream);
/// Records a launch of the graph @p executable in @p stream.
void record_graph_launch(cudaGraphExec_t executable, cudaStream_t stream);

/// Enables capture checks: from now on a stream may be captured.
void enable_capture_checks();
/// Returns whether @p stream is being captured.
bool is_captured(cudaStream_t stream);

/// Records that @p executable is instantiated from @p graph, or updated to it.
void record_instantiation(cudaGraphExec_t executable, cudaGraph_t graph);
/// Records that the node @p node of @p executable now does @p work.
void record_node_change(cudaGraphExec_t executable, cudaGraphNode_t node, const GraphWork& work);
/// Records that the node @p node of @p executable was enabled or disabled.
void record_node_enabled(cudaGraphExec_t executable, cudaGraphNode_t node, bool enabled);

/// Returns the work of all nodes of @p graph and of its child graphs.
GraphWork work_of(cudaGraph_t graph);
/// Returns the work of a node that launches a kernel in this shape.
GraphWork work_of(const Shape& shape);
/// Returns the work of a copy node.
GraphWork work_of_copy(const CopyDescription& copy);
/// Returns the work of a memset node.
GraphWork work_of_memset(const PitchedRows& rows);

} // namespace runner
