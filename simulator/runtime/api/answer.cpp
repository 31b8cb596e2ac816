#include <exception>
#include <mutex>
#include <new>

#include "runtime/api/entry.h"
#include "runtime/calls.h"
#include "runtime/memory.h"
#include "runtime/unchecked_errors.h"

namespace simulator::runtime {

namespace {

cudaError_t run(Runtime& runtime, Need need, Body body) {
    cudaError_t failed = runtime.errors().error_before_call(need);
    if (failed == cudaSuccess && need == Need::idle_gpu) {
        runtime.calls().wait_for_all();
        failed = runtime.calls().deliver_output_and_fault();
    }
    if (failed != cudaSuccess) {
        return failed;
    }
    body(runtime);
    return need == Need::result ? runtime.calls().deliver_output_and_fault() : cudaSuccess;
}

} // namespace

cudaError_t answer_with(Need need, Body body, const char* function) noexcept {
    const Call& call = current_call();
    // A function that a stream calls must not call the device.
    if (need != Need::nothing && call.in_stream_function) {
        return cudaErrorNotPermitted;
    }
    try {
        Runtime& runtime = Runtime::get();
        const std::lock_guard lock(runtime.calls().mutex);
        if (call.on_sequenced) {
            call.on_sequenced();
        }
        const cudaError_t error = run(runtime, need, body);
        send_host_changes(runtime, call.program);
        return error;
    } catch (const ApiError& refusal) {
        note_failed_call(refusal.code(), function);
        return refusal.code();
    } catch (const std::bad_alloc&) {
        return cudaErrorMemoryAllocation;
    } catch (const std::exception& error) {
        print_notice(error.what());
        return cudaErrorUnknown;
    }
}

} // namespace simulator::runtime
