#pragma once

/// @file
/// What every entry point of the library has in common.

#include <cuda_runtime_api.h>

#include <exception>
#include <mutex>
#include <new>

#include "runtime/errors.h"
#include "runtime/runtime.h"
#include "runtime/say.h"
#include "runtime/unheard.h"

namespace simulator::runtime {

/// Answers a call: runs @p body (taking a Runtime&) under the lock and turns what it throws into the error
/// that CUDA has for it, which becomes the thread's last error. @p function is the entry point.
template <class Body>
cudaError_t answer(Need need, Body&& body, const char* function = __builtin_FUNCTION()) noexcept {
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

/// Refuses any device but the only one.
inline void check_device(int device) { require(device == 0, cudaErrorInvalidDevice); }

/// The kernel behind a host function. Refuses, as a GPU does, what is none.
inline KernelHandle& kernel_of(Runtime& runtime, const void* function) {
    require(function != nullptr, cudaErrorInvalidDeviceFunction);
    KernelHandle* kernel = runtime.registry.kernel(function);
    require(kernel != nullptr, cudaErrorInvalidResourceHandle);
    return *kernel;
}

/// Says once that an entry point, or something asked of it, is not there, and refuses.
[[noreturn]] void refuse_unsupported(const char* what);

} // namespace simulator::runtime

/// Who called the entry point that this stands in.
#define CALLER __builtin_return_address(0)

/// Gives an entry point its second name, which programs compiled with --default-stream per-thread use.
/// Streams do not differ here, so both are one.
#define PER_THREAD(name, suffix) extern "C" __attribute__((alias(#name))) decltype(name) name##suffix;
