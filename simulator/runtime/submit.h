#pragma once

/// @file
/// Giving work to streams.

#include <cuda_runtime_api.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "runtime/graphs.h"
#include "runtime/work.h"

namespace simulator::runtime {

/// Has @p work done in a stream: when its turn comes, or when its graph is launched where the stream is captured.
/// What it refuses then is a fault of the GPU. A node of type cudaGraphNodeTypeHost is done by the program.
/// @p params: what it is told of where the stream is captured.
void submit(Runtime& runtime, cudaStream_t stream, cudaGraphNodeType type, Work work, NodeParams params = {});
/// What a program may rely on when a call has returned that has waited.
enum class SyncGuarantee : std::uint8_t {
    nothing,      ///< this simulator has waited, but no GPU has to
    all_before,   ///< what comes before the work in its stream is done
    all_and_work, ///< and so is the work
};
/// The same, and waits for it, so that it throws what the work refuses. Does not wait where the stream is captured.
void submit_and_wait(Runtime& runtime, cudaStream_t stream, cudaGraphNodeType type, Work work,
                     NodeParams params, SyncGuarantee guarantee);
/// Has a function of the program's called that wants to hear of a fault, too. The stream is not captured.
void submit_callback(Runtime& runtime, cudaStream_t stream, cudaStreamCallback_t callback, void* data);
/// What comes next in a stream waits for @p task.
void submit_wait(Runtime& runtime, cudaStream_t stream, const TaskPtr& task);
/// Notes in a stream, whether it is captured or not, when its turn comes to record an event.
void submit_record(Runtime& runtime, cudaStream_t stream, cudaEvent_t event);
/// What comes next in a stream waits for the last record of an event of several processes.
void submit_wait_for_common(Runtime& runtime, cudaStream_t stream, std::uint32_t event);
/// Has all nodes of a graph done, as far beside each other as they are.
void submit_graph(Runtime& runtime, cudaStream_t stream, const GraphExec& executable);

/// Waits for what has been asked of a stream so far.
void wait_for_stream(Runtime& runtime, cudaStream_t stream);
/// Whether all that has been asked of a stream is done.
bool is_idle(Runtime& runtime, cudaStream_t stream);

} // namespace simulator::runtime
