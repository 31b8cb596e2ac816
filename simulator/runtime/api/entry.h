#pragma once

/// @file
/// Common parts of all entry points of the library.

#include <cuda_runtime_api.h>

#include "program/call.h"
#include "program/notice.h"
#include "protocol/errors.h"
#include "runtime/runtime.h"

namespace simulator::runtime {

/// A type-erased reference to the body of a call: one function handles all calls, and is compiled once.
class Body {
public:
    /// @p function must outlive this object.
    template <class Function> explicit Body(Function& function)
        : function_(&function),
          run_([](void* it, Runtime& runtime) { (*static_cast<Function*>(it))(runtime); }) {}
    /// Calls the function.
    void operator()(Runtime& runtime) const { run_(function_, runtime); }

private:
    void* function_;
    void (*run_)(void*, Runtime&);
};

/// Implements answer() without a template.
cudaError_t answer_with(Need need, Body body, const char* function) noexcept;

/// Handles a call: runs @p body, which takes a Runtime&, under the lock, and converts its exceptions into
/// CUDA errors. @p function: name of the entry point.
template <class Function>
cudaError_t answer(Need need, Function&& body, const char* function = __builtin_FUNCTION()) noexcept {
    return answer_with(need, Body(body), function);
}

/// Rejects any device except number 0.
inline void check_device(int device) { require(device == 0, cudaErrorInvalidDevice); }

/// Reports once that an entry point, or a feature of it, is unsupported, and rejects the call.
[[noreturn]] void refuse_unsupported(const char* what);

} // namespace simulator::runtime
