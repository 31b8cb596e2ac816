// Launches, in all the ways in which compiled code and programs ask for them.

#include "runtime/launch.h"

#include <string>
#include <utility>
#include <vector>

#include "runtime/api/entry.h"
#include "runtime/submit.h"
#include "runtime/unheard.h"

using namespace simulator::runtime;

namespace {

/// What stands between the triple chevrons, on its way from there to the stub of the kernel.
struct CallConfiguration {
    LaunchShape shape;
    cudaStream_t stream;
    const void* caller; ///< who wrote the chevrons
};
thread_local std::vector<CallConfiguration> configurations;

/// Where the chevrons of the stub that is under way stand; null outside of stubs.
thread_local const void* chevrons = nullptr;

void note_refusal(Runtime& runtime, const void* function, const LaunchShape& shape, cudaError_t error,
                  const void* caller) {
    KernelHandle* kernel = function == nullptr ? nullptr : runtime.registry.kernel(function);
    const std::string what =
        kernel == nullptr ? std::string() : explain_refusal(runtime, *kernel, shape, error);
    if (!what.empty()) {
        note_refused_launch(caller, what);
    }
}

/// What a launch does when its turn comes. One that is refused spoils the capture that it was meant for.
Work work_of(Runtime& runtime, KernelHandle& kernel, const LaunchShape& shape, void** arguments,
             cudaStream_t stream) {
    try {
        return launch_of(runtime, kernel, shape, arguments);
    } catch (const Refusal&) {
        runtime.captures.spoil(stream);
        throw;
    }
}

cudaError_t launch_function(const void* function, const LaunchShape& shape, void** arguments,
                            cudaStream_t stream) {
    const void* const caller = std::exchange(chevrons, nullptr);
    cudaError_t refused = cudaSuccess;
    const cudaError_t failed = answer(Need::gpu, [&](Runtime& runtime) {
        try {
            KernelHandle& kernel = kernel_of(runtime, function);
            check_stream(runtime, stream);
            submit(runtime, stream, cudaGraphNodeTypeKernel,
                   work_of(runtime, kernel, shape, arguments, stream));
        } catch (const Refusal& refusal) {
            if (caller == nullptr) {
                throw; // to a program that sees what it gets
            }
            refused = refusal.code();
            note_refusal(runtime, function, shape, refused, caller);
        }
    });
    return failed != cudaSuccess ? failed : ErrorState::remember(refused);
}

/// Takes what an attribute changes in the meaning of a launch, or refuses it; the others only ask for speed.
void take_attribute(const cudaLaunchAttribute& attribute, LaunchShape& shape) {
    const auto& cluster = attribute.val.clusterDim;
    if (attribute.id == cudaLaunchAttributeClusterDimension && cluster.x * cluster.y * cluster.z != 1) {
        refuse_unsupported("a launch in clusters");
    }
    if (attribute.id == cudaLaunchAttributeCooperative) {
        shape.cooperative = attribute.val.cooperative != 0;
    }
}

} // namespace

extern "C" {

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared, CUstream_st* stream) {
    configurations.push_back({{grid, block, shared, false}, stream, CALLER});
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared, void* stream) {
    if (configurations.empty()) {
        return ErrorState::remember(cudaErrorMissingConfiguration);
    }
    const CallConfiguration& configuration = configurations.back();
    *grid = configuration.shape.grid;
    *block = configuration.shape.block;
    *shared = configuration.shape.dynamic_shared;
    *static_cast<cudaStream_t*>(stream) = configuration.stream;
    chevrons = configuration.caller;
    configurations.pop_back();
    return cudaSuccess;
}

cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* host_function) {
    return answer(Need::nothing, [&](Runtime& runtime) {
        *kernel = reinterpret_cast<cudaKernel_t>(&kernel_of(runtime, host_function));
    });
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                               std::size_t shared, cudaStream_t stream) {
    return launch_function(kernel, {grid, block, shared, false}, arguments, stream);
}

} // extern "C"

PER_THREAD(__cudaLaunchKernel, _ptsz)

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                             std::size_t shared, cudaStream_t stream) {
    return launch_function(function, {grid, block, shared, false}, arguments, stream);
}
PER_THREAD(cudaLaunchKernel, _ptsz)

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function, void** arguments) {
    LaunchShape shape;
    const cudaError_t refused = answer(Need::gpu, [&](Runtime&) {
        require(config != nullptr);
        shape = {config->gridDim, config->blockDim, config->dynamicSmemBytes};
        for (unsigned i = 0; i < config->numAttrs; ++i) {
            take_attribute(config->attrs[i], shape);
        }
    });
    if (refused != cudaSuccess) {
        return refused;
    }
    return launch_function(function, shape, arguments, config->stream);
}
PER_THREAD(cudaLaunchKernelExC, _ptsz)

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                        std::size_t shared, cudaStream_t stream) {
    return launch_function(function, {grid, block, shared, true}, arguments, stream);
}
PER_THREAD(cudaLaunchCooperativeKernel, _ptsz)

cudaError_t cudaGetKernel(cudaKernel_t* kernel, const void* function) {
    return answer(Need::nothing, [&](Runtime& runtime) {
        require(kernel != nullptr);
        *kernel = reinterpret_cast<cudaKernel_t>(&kernel_of(runtime, function));
    });
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, const void* symbol) {
    return answer(Need::gpu, [&](Runtime& runtime) {
        require(function != nullptr);
        *function = reinterpret_cast<cudaFunction_t>(&kernel_of(runtime, symbol));
    });
}
