#pragma once

/// @file
/// What every entry point of the library has in common.

#include <cuda_runtime_api.h>

#include "program/call.h"
#include "program/notice.h"
#include "protocol/errors.h"
#include "runtime/runtime.h"

namespace simulator::runtime {

/// A call's body, wherever it is: one function answers all calls, and is compiled once.
class Body {
public:
    /// @p function lives longer than this.
    template <class Function> explicit Body(Function& function)
        : function_(&function),
          run_([](void* it, Runtime& runtime) { (*static_cast<Function*>(it))(runtime); }) {}
    /// Runs it.
    void operator()(Runtime& runtime) const { run_(function_, runtime); }

private:
    void* function_;
    void (*run_)(void*, Runtime&);
};

/// As below.
cudaError_t answer_with(Need need, Body body, const char* function) noexcept;

/// Answers a call: runs @p body (taking a Runtime&) under the lock and turns what it throws into the error
/// that CUDA has for it. @p function is the entry point.
template <class Function>
cudaError_t answer(Need need, Function&& body, const char* function = __builtin_FUNCTION()) noexcept {
    return answer_with(need, Body(body), function);
}

/// Refuses any device but the only one.
inline void check_device(int device) { require(device == 0, cudaErrorInvalidDevice); }

/// Says once that an entry point, or something asked of it, is not there, and refuses.
[[noreturn]] void refuse_unsupported(const char* what);

} // namespace simulator::runtime
