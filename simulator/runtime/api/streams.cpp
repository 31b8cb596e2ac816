// Streams.

#include <algorithm>

#include "runtime/api/entry.h"
#include "runtime/graphs.h"
#include "runtime/streams.h"
#include "runtime/submit.h"

using namespace simulator::runtime;

namespace {

// The values of an H200.
constexpr int least_priority = 0;
constexpr int greatest_priority = -5;

cudaStream_t create(Runtime& runtime, unsigned flags, int priority) {
    require(flags == cudaStreamDefault || flags == cudaStreamNonBlocking);
    Streams& streams = runtime.streams();
    return streams.made.add({.flags = flags,
                             .priority = std::clamp(priority, greatest_priority, least_priority),
                             .id = streams.next_id()});
}

/// Returns the properties of a stream; the defaults for streams that always exist.
Stream stream_of(Runtime& runtime, cudaStream_t stream) {
    runtime.streams().check(stream);
    const Stream* found = runtime.streams().made.find(stream);
    return found == nullptr ? Stream{} : *found;
}

void forbid_while_captured(Runtime& runtime, cudaStream_t stream) {
    runtime.streams().check(stream);
    runtime.streams().captures.forbid_in(stream);
    if (is_legacy(stream)) {
        runtime.streams().captures.forbid_legacy();
    }
}

} // namespace

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
    return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
    return cudaStreamCreateWithPriority(stream, flags, 0);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(stream != nullptr);
        *stream = create(runtime, flags, priority);
    });
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.streams().made.remove(stream);
        runtime.streams().captures.forget(stream);
    });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    return answer(Need::result, [&](Runtime& runtime) {
        forbid_while_captured(runtime, stream);
        wait_for_stream(runtime, stream);
    });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
    return answer(Need::result, [&](Runtime& runtime) {
        forbid_while_captured(runtime, stream);
        require(is_idle(runtime, stream), cudaErrorNotReady);
    });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.streams().check(stream);
        if (runtime.streams().events.find(event) == nullptr) {
            runtime.streams().captures.invalidate_capture_of(stream);
        }
        const Event& awaited = runtime.streams().events.at(event);
        require(flags == cudaEventWaitDefault || flags == cudaEventWaitExternal);
        Capture* const capture = runtime.streams().captures.of(stream);
        if (flags == cudaEventWaitExternal && capture != nullptr) {
            Captures::add(*capture, stream, {.type = cudaGraphNodeTypeWaitEvent, .event = event});
            return;
        }
        if (awaited.common && capture == nullptr) {
            submit_wait_for_common(runtime, stream, *awaited.common);
            return;
        }
        runtime.streams().captures.wait(stream, awaited.captured, awaited.last != nullptr);
        if (awaited.last != nullptr && !awaited.captured) {
            submit_wait(runtime, stream, awaited.last->task);
        }
    });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.streams().check(stream);
        require(function != nullptr);
        submit(
            runtime, stream, cudaGraphNodeTypeHost,
            [=](Runtime& later) {
                if (Program* const program = later.service_program()) {
                    program->call(function, data);
                }
            },
            cudaHostNodeParams{function, data});
    });
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data,
                                  unsigned flags) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        runtime.streams().check(stream);
        require(callback != nullptr && flags == 0);
        runtime.streams().captures.forbid_in(stream);
        if (is_legacy(stream)) {
            runtime.streams().captures.forbid_legacy();
        }
        submit_callback(runtime, stream, callback, data);
    });
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(flags != nullptr);
        *flags = stream_of(runtime, stream).flags;
    });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(priority != nullptr);
        *priority = stream_of(runtime, stream).priority;
    });
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(id != nullptr);
        *id = stream_of(runtime, stream).id;
    });
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(device != nullptr);
        runtime.streams().check(stream);
        *device = 0;
    });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
    return answer(Need::gpu, [&](Runtime&) {
        if (least != nullptr) {
            *least = least_priority;
        }
        if (greatest != nullptr) {
            *greatest = greatest_priority;
        }
    });
}
