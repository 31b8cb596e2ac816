#include <exception>
#include <mutex>
#include <new>

#include "runtime/api/entry.h"
#include "runtime/finish.h"
#include "runtime/unheard.h"

namespace simulator::runtime {

cudaError_t answer_with(Need need, Body body, const char* function) noexcept {
    // A process that was forked off has no device, and a stream's function must not ask for one.
    if (!is_owner()) {
        return ErrorState::remember(cudaErrorInitializationError);
    }
    if (need != Need::nothing && in_stream_function()) {
        return ErrorState::remember(cudaErrorNotPermitted);
    }
    try {
        Runtime& runtime = Runtime::get();
        const std::lock_guard lock(runtime.mutex);
        cudaError_t failed = runtime.errors.before(need);
        if (failed == cudaSuccess && need == Need::idle_gpu) {
            runtime.wait_for_all();
            failed = runtime.program_catches_up();
        }
        if (failed != cudaSuccess) {
            return ErrorState::remember(failed);
        }
        body(runtime);
        return need == Need::result ? ErrorState::remember(runtime.program_catches_up()) : cudaSuccess;
    } catch (const Refusal& refusal) {
        note_failed_call(refusal.code(), function);
        return ErrorState::remember(refusal.code());
    } catch (const std::bad_alloc&) {
        return ErrorState::remember(cudaErrorMemoryAllocation);
    } catch (const std::exception& error) {
        say(error.what());
        return ErrorState::remember(cudaErrorUnknown);
    }
}

} // namespace simulator::runtime
