// Events. The time between two is the host's: how long the simulation took, not how long a GPU would.

#include <chrono>

#include "runtime/api/entry.h"

using namespace simulator::runtime;

namespace {

void record(Runtime& runtime, cudaEvent_t event, cudaStream_t stream) {
    check_stream(runtime, stream);
    runtime.events.at(event).recorded = std::chrono::steady_clock::now();
}

const Event& timed(Runtime& runtime, cudaEvent_t event) {
    const Event& found = runtime.events.at(event);
    require((found.flags & cudaEventDisableTiming) == 0 && found.recorded, cudaErrorInvalidResourceHandle);
    return found;
}

} // namespace

cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        constexpr unsigned known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
        require(event != nullptr && (flags & ~known) == 0);
        if ((flags & cudaEventInterprocess) != 0) {
            refuse_unsupported("an event between processes");
        }
        *event = runtime.events.add({.flags = flags});
    });
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    return answer(Need::gpu, [&](Runtime& runtime) { runtime.events.remove(event); });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    return answer(Need::gpu, [&](Runtime& runtime) { record(runtime, event, stream); });
}
PER_THREAD(cudaEventRecord, _ptsz)

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(flags == cudaEventRecordDefault || flags == cudaEventRecordExternal);
        record(runtime, event, stream);
    });
}
PER_THREAD(cudaEventRecordWithFlags, _ptsz)

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return answer(Need::idle_gpu, [&](Runtime& runtime) { runtime.events.at(event); });
}

cudaError_t cudaEventQuery(cudaEvent_t event) { return cudaEventSynchronize(event); }

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(milliseconds != nullptr);
        const std::chrono::duration<float, std::milli> time =
            *timed(runtime, end).recorded - *timed(runtime, begin).recorded;
        *milliseconds = time.count();
    });
}
