#include "client/request.h"

#include "client/last_error.h"
#include "client/launches.h"
#include "client/sites.h"
#include "client/stream_functions.h"

namespace simulator::client {

using protocol::CallId;

namespace {

/// Returns whether a call needs the service threads.
bool is_for_streams(CallId call) {
    return call == CallId::cudaLaunchHostFunc || call == CallId::cudaStreamAddCallback ||
           call == CallId::cudaStreamBeginCapture || call == CallId::cudaGraphCreate;
}

} // namespace

Request::Request(CallId call, const void* caller)
    : call_(call), channel_(current_thread_channel()), site_(0) {
    if (channel_ == nullptr) {
        return;
    }
    if (is_for_streams(call)) {
        start_service_threads();
    }
    site_ = site_of_call(*channel_, caller);
}

cudaError_t record_result(CallId call, std::int32_t status) {
    const auto error = static_cast<cudaError_t>(status);
    if (!protocol::keeps_launches_accepted(call) || (error != cudaSuccess && error != cudaErrorNotReady)) {
        forget_accepted_launches();
    }
    return record_last_error(error);
}

cudaError_t error_after_fork() { return record_last_error(cudaErrorInitializationError); }

} // namespace simulator::client
