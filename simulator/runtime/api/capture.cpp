// Stream capture.

#include "runtime/api/entry.h"
#include "runtime/graph_table.h"
#include "runtime/streams.h"

using namespace simulator::runtime;

namespace {

bool is_mode(cudaStreamCaptureMode mode) {
    return mode == cudaStreamCaptureModeGlobal || mode == cudaStreamCaptureModeThreadLocal ||
           mode == cudaStreamCaptureModeRelaxed;
}

/// Returns the capture of a stream, after checking that the stream may be queried; null if there is none.
Capture* capture_of(Runtime& runtime, cudaStream_t stream) {
    runtime.streams().check(stream);
    if (is_legacy(stream)) {
        runtime.streams().captures.forbid_legacy(false);
    }
    return runtime.streams().captures.of(stream);
}

cudaStreamCaptureStatus status_of(const Capture* capture) {
    return capture == nullptr ? cudaStreamCaptureStatusNone
           : capture->valid   ? cudaStreamCaptureStatusActive
                              : cudaStreamCaptureStatusInvalidated;
}

} // namespace

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.streams().check(stream);
        require(is_mode(mode));
        const Stream* found = runtime.streams().made.find(stream);
        const bool blocking = found == nullptr || (found->flags & cudaStreamNonBlocking) == 0;
        runtime.streams().captures.begin(stream, mode, blocking);
    });
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(graph != nullptr);
        *graph = nullptr;
        runtime.streams().check(stream);
        *graph = runtime.graphs().graphs.add(runtime.streams().captures.end(stream));
    });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(status != nullptr);
        *status = status_of(capture_of(runtime, stream));
    });
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** dependencies, const cudaGraphEdgeData** edges,
                                     std::size_t* count) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(status != nullptr);
        const Capture* capture = capture_of(runtime, stream);
        *status = status_of(capture);
        if (capture == nullptr || !capture->valid) {
            return;
        }
        if (graph != nullptr || dependencies != nullptr || edges != nullptr || count != nullptr) {
            refuse_unsupported("the graph of a capture in progress");
        }
        if (id != nullptr) {
            *id = capture->id;
        }
    });
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
    return answer(Need::nothing, [&](Runtime&) {
        require(mode != nullptr && is_mode(*mode));
        *mode = Captures::exchange_mode(*mode);
    });
}
