#pragma once

/// @file
/// Submission of work to streams.

#include <cuda_runtime_api.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "runtime/graphs.h"
#include "runtime/work.h"

namespace simulator::runtime {

/// Submits @p work to a stream: it is executed in stream order, or in each launch of the graph if the stream
/// is captured. A rejection at that time is a fault of the GPU. The program executes a node of type
/// cudaGraphNodeTypeHost. @p params: parameters of the node that a capture records.
void submit(Runtime& runtime, cudaStream_t stream, cudaGraphNodeType type, Work work, NodeParams params = {});
/// Guarantee of a synchronous call after it has returned.
enum class SyncGuarantee : std::uint8_t {
    nothing,      ///< this simulator has waited, but a GPU need not
    all_before,   ///< earlier work of the stream is complete
    all_and_work, ///< the work itself is complete as well
};
/// Submits work likewise and waits for it; rethrows its exception. Does not wait if the stream is captured.
void submit_and_wait(Runtime& runtime, cudaStream_t stream, cudaGraphNodeType type, Work work,
                     NodeParams params, SyncGuarantee guarantee);
/// Submits a callback of the program, which is also called after a fault. The stream must not be captured.
void submit_callback(Runtime& runtime, cudaStream_t stream, cudaStreamCallback_t callback, void* data);
/// Makes later work of a stream wait for @p task.
void submit_wait(Runtime& runtime, cudaStream_t stream, const TaskPtr& task);
/// Submits the record of an event to a stream, which may be captured.
void submit_record(Runtime& runtime, cudaStream_t stream, cudaEvent_t event);
/// Makes later work of a stream wait for the last record of an interprocess event.
void submit_wait_for_common(Runtime& runtime, cudaStream_t stream, std::uint32_t event);
/// Submits all nodes of a graph, which run as concurrently as their dependencies allow.
void submit_graph(Runtime& runtime, cudaStream_t stream, const GraphExec& executable);

/// Waits for the work submitted to a stream so far.
void wait_for_stream(Runtime& runtime, cudaStream_t stream);
/// Returns whether all work submitted to a stream is complete.
bool is_idle(Runtime& runtime, cudaStream_t stream);

} // namespace simulator::runtime
