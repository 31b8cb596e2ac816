// Events. The time between two events is host time: how long the simulation took, not how long a GPU would
// take.

#include <chrono>
#include <utility>

#include "runtime/api/entry.h"
#include "runtime/calls.h"
#include "runtime/memory.h"
#include "runtime/order_check.h"
#include "runtime/streams.h"
#include "runtime/submit.h"
#include "runtime/work_queue.h"

using namespace simulator::runtime;
using simulator::IpcEvent;

namespace {

void record(Runtime& runtime, cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    runtime.streams().check(stream);
    Event& recorded = runtime.streams().events.at(event);
    const Capture* capture = runtime.streams().captures.of(stream);
    // In a capture, the event marks a position that other streams can wait for, unless it is recorded as an
    // external event node.
    if (capture != nullptr && flags == cudaEventRecordDefault) {
        require(capture->valid, cudaErrorStreamCaptureInvalidated);
        recorded.captured = CapturePoint{capture->id, capture->streams.at(stream)};
        return;
    }
    submit_record(runtime, stream, event);
}

const Event& timed(Runtime& runtime, cudaEvent_t event) {
    const Event& found = runtime.streams().events.at(event);
    runtime.streams().captures.forbid_captured(found.captured);
    require((found.flags & cudaEventDisableTiming) == 0 && found.last != nullptr,
            cudaErrorInvalidResourceHandle);
    return found;
}

/// Returns the task that must complete for an event to complete; null if it was never recorded.
TaskPtr awaited(Runtime& runtime, cudaEvent_t event) {
    const Event& found = runtime.streams().events.at(event);
    runtime.streams().captures.forbid_captured(found.captured);
    return found.last == nullptr ? nullptr : found.last->task;
}

/// Returns the interprocess event of an event; null if it has none.
const IpcEvent* common_of(Runtime& runtime, cudaEvent_t event) {
    const Event& found = runtime.streams().events.at(event);
    return found.common ? runtime.memory().common.event(*found.common) : nullptr;
}

} // namespace

cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        constexpr unsigned known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
        require(event != nullptr && (flags & ~known) == 0);
        Event created{.flags = flags};
        if ((flags & cudaEventInterprocess) != 0) {
            require((flags & cudaEventDisableTiming) != 0);
            created.common = runtime.memory().common.new_event();
            require(created.common.has_value(), cudaErrorMemoryAllocation);
        }
        *event = runtime.streams().events.add(std::move(created));
    });
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    return answer(Need::gpu, [&](Runtime& runtime) { runtime.streams().events.remove(event); });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    return answer(Need::gpu,
                  [&](Runtime& runtime) { record(runtime, event, stream, cudaEventRecordDefault); });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(flags == cudaEventRecordDefault || flags == cudaEventRecordExternal);
        record(runtime, event, stream, flags);
    });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return answer(Need::result, [&](Runtime& runtime) {
        if (const IpcEvent* const common = common_of(runtime, event)) {
            runtime.calls().wait_for_common_event(*common, common->recorded);
        } else if (const TaskPtr task = awaited(runtime, event)) {
            runtime.calls().wait(task);
        }
    });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    return answer(Need::result, [&](Runtime& runtime) {
        if (const IpcEvent* const common = common_of(runtime, event)) {
            require(common->done >= common->recorded, cudaErrorNotReady);
            return;
        }
        const TaskPtr task = awaited(runtime, event);
        require(task == nullptr || runtime.queue().is_done(task), cudaErrorNotReady);
        if (task != nullptr) {
            runtime.order_check().program_has_seen(task);
        }
    });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(milliseconds != nullptr);
        const Record& last = *timed(runtime, end).last;
        const Record& first = *timed(runtime, begin).last;
        require(runtime.queue().is_done(last.task) && runtime.queue().is_done(first.task), cudaErrorNotReady);
        runtime.order_check().program_has_seen(last.task);
        runtime.order_check().program_has_seen(first.task);
        *milliseconds = std::chrono::duration<float, std::milli>(*last.at - *first.at).count();
    });
}
