#include "client/launches.h"

#include <cuda_runtime_api.h>

#include <utility>
#include <vector>

#include "client/accepted_launches.h"
#include "client/last_error.h"
#include "client/request.h"
#include "client/sites.h"
#include "protocol/launch.h"
#include "protocol/pointers.h"

namespace simulator::client {

using protocol::CallId;
using protocol::LaunchMessage;
using protocol::number_of;

namespace {

AcceptedLaunches accepted;

/// The arguments between <<< and >>>, passed from there to the kernel's stub.
struct CallConfiguration {
    dim3 grid, block;
    std::size_t shared;
    cudaStream_t stream;
    const void* caller; ///< return address into the function that contains the <<<>>>
};
thread_local std::vector<CallConfiguration> configurations;

/// Return address of the <<<>>> whose stub runs; null outside of stubs.
thread_local const void* chevron_site = nullptr;

LaunchMessage message_of(const void* function, dim3 grid, dim3 block, std::size_t shared,
                         cudaStream_t stream) {
    LaunchMessage message{};
    message.function = number_of(function);
    message.stream = number_of(stream);
    message.dynamic_shared = shared;
    message.grid = {grid.x, grid.y, grid.z};
    message.block = {block.x, block.y, block.z};
    return message;
}

cudaError_t launch(LaunchMessage message, void** arguments, const void* caller) {
    const void* const by_chevrons = std::exchange(chevron_site, nullptr);
    message.by_chevrons = by_chevrons != nullptr ? 1 : 0;
    ThreadChannel* const channel = current_thread_channel();
    if (channel == nullptr) {
        return error_after_fork();
    }
    // The call site is used if the launch is rejected. One frame is enough.
    const std::uint32_t site = site_of_address(*channel, by_chevrons != nullptr ? by_chevrons : caller);
    const std::uint64_t epoch = accepted.epoch();
    if (accepted.pack(message, arguments, channel->arguments())) {
        channel->send(CallId::launch_again, site);
        return cudaSuccess;
    }
    message.arguments = number_of(arguments);
    channel->arguments().put(message);
    const std::int32_t status = channel->send_and_wait(CallId::launch, site);
    if (status == cudaSuccess) {
        // If the device must answer each launch (order checks), its reply holds no argument layout.
        if (!channel->answer().empty()) {
            accepted.add(message, protocol::Reader(channel->answer()), epoch);
        }
        return cudaSuccess;
    }
    accepted.forget();
    return record_last_error(static_cast<cudaError_t>(status));
}

/// Applies an attribute that changes the meaning of a launch. The others affect only performance.
void apply_attribute(const cudaLaunchAttribute& attribute, LaunchMessage& message) {
    const auto& cluster = attribute.val.clusterDim;
    if (attribute.id == cudaLaunchAttributeClusterDimension && cluster.x * cluster.y * cluster.z != 1) {
        message.in_clusters = 1;
    }
    if (attribute.id == cudaLaunchAttributeCooperative) {
        message.cooperative = attribute.val.cooperative != 0 ? 1 : 0;
    }
}

} // namespace

void forget_accepted_launches() { accepted.forget(); }

} // namespace simulator::client

using namespace simulator::client;

// Defines the second name of a function, see per_thread.def.
#define PER_THREAD(name) extern "C" __attribute__((alias(#name))) decltype(name) name##_ptsz;

extern "C" {

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared, CUstream_st* stream) {
    configurations.push_back({grid, block, shared, stream, __builtin_return_address(0)});
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared, void* stream) {
    if (configurations.empty()) {
        return record_last_error(cudaErrorMissingConfiguration);
    }
    const CallConfiguration& configuration = configurations.back();
    *grid = configuration.grid;
    *block = configuration.block;
    *shared = configuration.shared;
    *static_cast<cudaStream_t*>(stream) = configuration.stream;
    chevron_site = configuration.caller;
    configurations.pop_back();
    return cudaSuccess;
}

cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* host_function) {
    return cudaGetKernel(kernel, host_function);
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                               std::size_t shared, cudaStream_t stream) {
    return launch(message_of(kernel, grid, block, shared, stream), arguments, __builtin_return_address(0));
}

} // extern "C"

PER_THREAD(__cudaLaunchKernel)

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                             std::size_t shared, cudaStream_t stream) {
    return launch(message_of(function, grid, block, shared, stream), arguments, __builtin_return_address(0));
}
PER_THREAD(cudaLaunchKernel)

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function, void** arguments) {
    if (config == nullptr) {
        return record_last_error(cudaErrorInvalidValue);
    }
    LaunchMessage message =
        message_of(function, config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream);
    for (unsigned i = 0; i < config->numAttrs; ++i) {
        apply_attribute(config->attrs[i], message);
    }
    return launch(message, arguments, __builtin_return_address(0));
}
PER_THREAD(cudaLaunchKernelExC)

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                        std::size_t shared, cudaStream_t stream) {
    LaunchMessage message = message_of(function, grid, block, shared, stream);
    message.cooperative = 1;
    return launch(message, arguments, __builtin_return_address(0));
}
PER_THREAD(cudaLaunchCooperativeKernel)
