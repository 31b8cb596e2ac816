#include "client/request.h"

#include "client/last_error.h"
#include "client/launches.h"
#include "client/sites.h"
#include "client/stream_functions.h"

namespace simulator::client {

using protocol::CallId;

namespace {

/// What needs threads that stand ready.
bool is_for_streams(CallId call) {
    return call == CallId::cudaLaunchHostFunc || call == CallId::cudaStreamAddCallback ||
           call == CallId::cudaStreamBeginCapture || call == CallId::cudaGraphCreate;
}

} // namespace

Request::Request(CallId call, const void* caller) : call_(call), line_(own_line()), site_(0) {
    if (line_ == nullptr) {
        return;
    }
    if (is_for_streams(call)) {
        stand_ready_for_streams();
    }
    site_ = site_of_call(*line_, caller);
}

cudaError_t result_of(CallId call, std::int32_t status) {
    const auto error = static_cast<cudaError_t>(status);
    if (!protocol::is_plain(call) || (error != cudaSuccess && error != cudaErrorNotReady)) {
        forget_accepted_launches();
    }
    return remember(error);
}

cudaError_t refused_after_fork() { return remember(cudaErrorInitializationError); }

} // namespace simulator::client
