#pragma once

/// @file
/// Symbol interposition for the CUDA runtime. A solution's shared object is not linked against libcudart. Its
/// calls are bound when it is loaded, and the program's own symbols precede those of libcudart: a runtime
/// function that the runner defines receives every call of a solution first, and forwards it to the next
/// definition (RTLD_NEXT).

#include <dlfcn.h>

#include <driver_types.h>

#include "grading/runner/timeline.h"

namespace runner {

/// Replaces a function that the installed CUDA runtime lacks.
template <typename Function> struct MissingFunction;

/// Replaces a missing function with these parameters.
template <typename... Parameters> struct MissingFunction<cudaError_t(Parameters...)> {
    /// Does nothing and returns cudaErrorNotSupported.
    static cudaError_t call(Parameters...) { return cudaErrorNotSupported; }
};

/// Returns the function @p name of the CUDA runtime itself. If the runtime lacks it, returns a function that
/// returns cudaErrorNotSupported.
template <typename Function> Function* next_function(const char* name) {
    auto* found = reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
    return found != nullptr ? found : &MissingFunction<Function>::call;
}

/// The default stream of a program compiled without options: stream 0 is the legacy default stream of the
/// device.
struct LegacyDefaultStream {
    /// Returns the stream that the handle @p stream denotes.
    static cudaStream_t named(cudaStream_t stream) { return stream; }
};

/// The default stream of a program compiled with `--default-stream per-thread`: stream 0 belongs to the
/// calling thread. Such a program calls the functions whose names end in _ptds and _ptsz.
struct PerThreadDefaultStream {
    /// Returns the stream that the handle @p stream denotes.
    static cudaStream_t named(cudaStream_t stream) {
        return stream == nullptr ? cudaStreamPerThread : stream;
    }
};

} // namespace runner

/// Defines the function NAME of the CUDA runtime: the code after ARGUMENTS runs first, then the call is
/// forwarded. Unless operations are timed, the forwarded call is a tail call, which an optimizing compiler
/// turns into a jump, so that a simulator that inspects the caller still finds the solution.
#define RUNNER_INTERCEPTS(name, parameters, arguments, ...)                             \
    cudaError_t name parameters {                                                       \
        static auto* const next = runner::next_function<cudaError_t parameters>(#name); \
        __VA_ARGS__;                                                                    \
        if (!runner::needs_events) return next arguments;                               \
        const std::size_t operation = runner::begin_operation();                        \
        const cudaError_t result = next arguments;                                      \
        if (operation != 0) runner::end_operation(operation);                           \
        return result;                                                                  \
    }

/// Defines a function of the CUDA runtime, and its variant with SUFFIX for programs with a default stream per
/// thread. In the code after ARGUMENTS, `Default` is the kind of default stream.
#define RUNNER_INTERCEPTS_BOTH(name, suffix, parameters, arguments, ...)               \
    RUNNER_INTERCEPTS(name, parameters, arguments,                                     \
                      using Default [[maybe_unused]] = runner::LegacyDefaultStream;    \
                      __VA_ARGS__)                                                     \
    RUNNER_INTERCEPTS(name##suffix, parameters, arguments,                             \
                      using Default [[maybe_unused]] = runner::PerThreadDefaultStream; \
                      __VA_ARGS__)
