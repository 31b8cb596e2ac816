// Events. The time between two is the host's: how long the simulation took, not how long a GPU would.

#include <chrono>
#include <utility>

#include "runtime/api/entry.h"
#include "runtime/submit.h"

using namespace simulator::runtime;
using simulator::CommonEvent;

namespace {

void record(Runtime& runtime, cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    check_stream(runtime, stream);
    Event& recorded = runtime.events.at(event);
    const Capture* capture = runtime.captures.of(stream);
    // In a capture it marks a place that other streams can wait for, unless the program looks at it from
    // outside.
    if (capture != nullptr && flags == cudaEventRecordDefault) {
        require(capture->valid, cudaErrorStreamCaptureInvalidated);
        recorded.captured = CapturePoint{capture->id, capture->streams.at(stream)};
        return;
    }
    submit_record(runtime, stream, event);
}

const Event& timed(Runtime& runtime, cudaEvent_t event) {
    const Event& found = runtime.events.at(event);
    runtime.captures.forbid_captured(found.captured);
    require((found.flags & cudaEventDisableTiming) == 0 && found.last != nullptr,
            cudaErrorInvalidResourceHandle);
    return found;
}

/// What has to be done for an event to have happened; null where it was never recorded.
TaskPtr awaited(Runtime& runtime, cudaEvent_t event) {
    const Event& found = runtime.events.at(event);
    runtime.captures.forbid_captured(found.captured);
    return found.last == nullptr ? nullptr : found.last->task;
}

/// What an event has in common with other processes; null: nothing.
const CommonEvent* common_of(Runtime& runtime, cudaEvent_t event) {
    const Event& found = runtime.events.at(event);
    return found.common ? runtime.common.event(*found.common) : nullptr;
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
            created.common = runtime.common.new_event();
            require(created.common.has_value(), cudaErrorMemoryAllocation);
        }
        *event = runtime.events.add(std::move(created));
    });
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    return answer(Need::gpu, [&](Runtime& runtime) { runtime.events.remove(event); });
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
        if (const CommonEvent* const common = common_of(runtime, event)) {
            runtime.wait_for_common(*common, common->recorded);
        } else if (const TaskPtr task = awaited(runtime, event)) {
            runtime.wait(task);
        }
    });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    return answer(Need::result, [&](Runtime& runtime) {
        if (const CommonEvent* const common = common_of(runtime, event)) {
            require(common->done >= common->recorded, cudaErrorNotReady);
            return;
        }
        const TaskPtr task = awaited(runtime, event);
        require(task == nullptr || runtime.queue.is_done(task), cudaErrorNotReady);
        if (task != nullptr) {
            runtime.program_has_seen(task);
        }
    });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(milliseconds != nullptr);
        const Record& last = *timed(runtime, end).last;
        const Record& first = *timed(runtime, begin).last;
        require(runtime.queue.is_done(last.task) && runtime.queue.is_done(first.task), cudaErrorNotReady);
        runtime.program_has_seen(last.task);
        runtime.program_has_seen(first.task);
        *milliseconds = std::chrono::duration<float, std::milli>(*last.at - *first.at).count();
    });
}
