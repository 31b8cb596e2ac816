// The functions of the runtime whose arguments their types tell: the device answers them.

#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>

#include "client/request.h"

namespace simulator::client {

namespace {

using protocol::CallId;

/// The function that stands for one of the runtime.
template <CallId call, class Function> struct EntryPoint;
template <CallId call, class... Parameters> struct EntryPoint<call, cudaError_t(Parameters...)> {
    static cudaError_t enter(Parameters... arguments) {
        Request request(call, __builtin_return_address(0));
        if (!request.is_possible()) {
            return error_after_fork();
        }
        protocol::send(request.arguments(), arguments...);
        const std::int32_t status = request.send_and_wait();
        protocol::Reader answer = request.answer();
        protocol::take(answer, arguments...);
        return record_result(call, status);
    }
};

} // namespace

} // namespace simulator::client

// A function that is made from a type has no name of its own, and gets the one of the runtime when the library is
// loaded: the loader asks which function it is.
#define NAMED(as, name) \
    extern "C" decltype(name) entry_##as __asm__(#as) __attribute__((ifunc("which_" #name)));
#define CALL(name)                                                                                       \
    extern "C" decltype(&name) which_##name() {                                                          \
        return &simulator::client::EntryPoint<simulator::protocol::CallId::name, decltype(name)>::enter; \
    }                                                                                                    \
    NAMED(name, name)
#define PLAIN(name) CALL(name)
#define MESSAGE(name)
// Some are deprecated, and there all the same.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#include "protocol/calls.def"

#define PER_THREAD(name, suffix) NAMED(name##suffix, name)
#include "client/per_thread.def"
