#include "client/last_error.h"

#include <cuda_runtime_api.h>

#include <utility>

#include "client/thread_channel.h"
#include "protocol/error_names.h"

namespace simulator::client {

namespace {

thread_local cudaError_t last_error = cudaSuccess;

/// Returns the last error, and reports to the device that the program has checked it.
cudaError_t check_last_error() {
    if (last_error != cudaSuccess) {
        if (ThreadChannel* const channel = current_thread_channel()) {
            channel->arguments();
            channel->send(protocol::CallId::mark_errors_checked, 0);
        }
    }
    return last_error;
}

} // namespace

cudaError_t record_last_error(cudaError_t error) {
    // cudaErrorNotReady is a result and no error, as on an H200.
    if (error != cudaSuccess && error != cudaErrorNotReady) {
        last_error = error;
    }
    return error;
}

} // namespace simulator::client

using namespace simulator;

cudaError_t cudaPeekAtLastError() { return client::check_last_error(); }

cudaError_t cudaGetLastError() {
    const cudaError_t error = client::check_last_error();
    client::last_error = cudaSuccess;
    return error;
}

const char* cudaGetErrorName(cudaError_t error) { return protocol::name_of(error); }

const char* cudaGetErrorString(cudaError_t error) { return protocol::text_of(error); }

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
    return {x, y, z, w, kind};
}
