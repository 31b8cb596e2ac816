#pragma once

/// @file
/// Work that is asked for now and done later, perhaps more than once: a stream that is captured, and the graphs that
/// come of captures or are made node by node. What a graph does is counted each time that it is launched.
///
/// What its nodes do is asked for when it is instantiated.

#include <cstdint>
#include <map>
#include <vector>

#include <driver_types.h>

#include "grading/runner/copy_count.h"
#include "grading/runner/shapes.h"

namespace runner {

/// What a graph, or a part of it, does in one launch.
struct GraphWork {
    ShapeCounts kernels = ShapeCounts(); ///< its launches
    std::uint64_t copied_bytes = 0;      ///< between host and device
    std::vector<grader::OperationTransfers> transfers =
        {};                       ///< its copies and memsets, one entry for each kind and direction
    std::size_t unread_nodes = 0; ///< of which nobody knows what they do

    /// Adds what @p other does.
    void add(const GraphWork& other);
    /// Adds copies or memsets.
    void add(const grader::OperationTransfers& more);
};

/// A kernel is launched in @p stream: logged, unless the stream is captured.
void record_launch(const Shape& shape, cudaStream_t stream);
/// The copy @p copy is asked for in @p stream: counted, unless it is captured.
void record_copy(const CopyDescription& copy, cudaStream_t stream);
/// The same of one that is done when its call returns: no stream can be captured meanwhile.
void record_synchronous_copy(const CopyDescription& copy, cudaStream_t stream);
/// The bytes @p rows are set to one value in @p stream.
void record_memset(const PitchedRows& rows, cudaStream_t stream);
/// The graph @p executable is launched in @p stream.
void record_graph_launch(cudaGraphExec_t executable, cudaStream_t stream);

/// From now on a stream may be captured.
void enable_capture_checks();
/// Whether @p stream is captured.
bool is_captured(cudaStream_t stream);

/// @p executable now does what @p graph does.
void record_instantiation(cudaGraphExec_t executable, cudaGraph_t graph);
/// The node @p node of @p executable now does something else.
void record_node_change(cudaGraphExec_t executable, cudaGraphNode_t node, const GraphWork& work);
/// The node @p node of @p executable now does its work, or does nothing.
void record_node_enabled(cudaGraphExec_t executable, cudaGraphNode_t node, bool enabled);

/// What all nodes of @p graph do, and the graphs in them.
GraphWork work_of(cudaGraph_t graph);
/// What a node does that launches a kernel of this shape.
GraphWork work_of(const Shape& shape);
/// What a node does that copies.
GraphWork work_of_copy(const CopyDescription& copy);
/// What a node does that sets bytes.
GraphWork work_of_memset(const PitchedRows& rows);

} // namespace runner
