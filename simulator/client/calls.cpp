// The runtime functions whose argument types determine how they are marshalled. The device executes them.

#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>

#include "client/request.h"

namespace simulator::client {

namespace {

using protocol::CallId;

/// Entry point of one runtime function: sends the call and takes the reply.
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

// An instantiated template cannot have the name of a runtime function. An ifunc symbol gets that name: the
// loader calls its resolver, which returns the function.
#define NAMED(as, name) \
    extern "C" decltype(name) entry_##as __asm__(#as) __attribute__((ifunc("which_" #name)));
#define CALL(name)                                                                                       \
    extern "C" decltype(&name) which_##name() {                                                          \
        return &simulator::client::EntryPoint<simulator::protocol::CallId::name, decltype(name)>::enter; \
    }                                                                                                    \
    NAMED(name, name)
#define PLAIN(name) CALL(name)
#define MESSAGE(name)
// Some are deprecated, but still exported.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#include "protocol/calls.def"

#define PER_THREAD(name, suffix) NAMED(name##suffix, name)
#include "client/per_thread.def"
