#pragma once

/// @file
/// A solution's shared object is linked against no CUDA runtime. Its calls are bound when it is loaded, and the
/// program's own symbols come before those of libcudart: a function of the runtime that the runner defines sees
/// every call of a solution first, and hands it on to the next one of its name.

#include <dlfcn.h>

#include <driver_types.h>

#include "grading/runner/timeline.h"

namespace runner {

/// Stands in for a function that the runtime at hand does not have.
template <typename Function> struct MissingFunction;

/// The same for a function with these parameters.
template <typename... Parameters> struct MissingFunction<cudaError_t(Parameters...)> {
    /// Does nothing, and says that it did nothing.
    static cudaError_t call(Parameters...) { return cudaErrorNotSupported; }
};

/// The function @p name of the CUDA runtime itself. Where the runtime has none, one that returns
/// cudaErrorNotSupported.
template <typename Function> Function* next_function(const char* name) {
    auto* found = reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
    return found != nullptr ? found : &MissingFunction<Function>::call;
}

/// What stream 0 is to a program: the stream of the whole device.
struct LegacyDefaultStream {
    /// The stream that the handle @p stream means.
    static cudaStream_t named(cudaStream_t stream) { return stream; }
};

/// The same to a program that was compiled with `--default-stream per-thread`: a stream of the thread. It calls
/// the functions whose names end in _ptds and _ptsz.
struct PerThreadDefaultStream {
    /// The stream that the handle @p stream means.
    static cudaStream_t named(cudaStream_t stream) {
        return stream == nullptr ? cudaStreamPerThread : stream;
    }
};

} // namespace runner

/// Defines the function NAME of the CUDA runtime: the code behind ARGUMENTS sees the call, then it is handed on.
/// Unless operations are timed, nothing follows the call, so that an optimizing compiler makes a jump of it, and a
/// simulator that asks who called still finds the solution.
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

/// The same for a function that has a second name, with SUFFIX, for programs with a default stream for each
/// thread. In the code that sees the call, `Default` is the kind of default stream.
#define RUNNER_INTERCEPTS_BOTH(name, suffix, parameters, arguments, ...)               \
    RUNNER_INTERCEPTS(name, parameters, arguments,                                     \
                      using Default [[maybe_unused]] = runner::LegacyDefaultStream;    \
                      __VA_ARGS__)                                                     \
    RUNNER_INTERCEPTS(name##suffix, parameters, arguments,                             \
                      using Default [[maybe_unused]] = runner::PerThreadDefaultStream; \
                      __VA_ARGS__)
