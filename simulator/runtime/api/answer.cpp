#include <exception>
#include <mutex>
#include <new>

#include "runtime/api/entry.h"
#include "runtime/unheard.h"

namespace simulator::runtime {

cudaError_t answer_with(Need need, Body body, const char* function) noexcept {
    try {
        Runtime& runtime = Runtime::get();
        const std::lock_guard lock(runtime.mutex);
        if (need == Need::idle_gpu) {
            runtime.print_now();
        }
        if (const cudaError_t failed = runtime.errors.before(need); failed != cudaSuccess) {
            return ErrorState::remember(failed);
        }
        body(runtime);
        return cudaSuccess;
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
