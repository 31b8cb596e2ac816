#include "runtime/api/launch.h"

#include <utility>
#include <vector>

#include "loading/registry.h"
#include "runtime/api/entry.h"
#include "runtime/graph_nodes.h"
#include "runtime/graphs.h"
#include "runtime/launch.h"
#include "runtime/streams.h"
#include "runtime/submit.h"
#include "runtime/unchecked_errors.h"

using namespace simulator::runtime;

namespace {

void note_refusal(Runtime& runtime, const LaunchCall& call, cudaError_t error) {
    KernelHandle* kernel = call.function == nullptr ? nullptr : runtime.registry().kernel(call.function);
    const simulator::Message refusal =
        kernel == nullptr ? simulator::Message() : explain_refusal(runtime, *kernel, call.shape, error);
    if (!refusal.empty()) {
        note_refused_launch(CALLER, refusal);
    }
}

/// Returns the work of a launch. A rejected launch invalidates the capture of its stream.
Work work_of(Runtime& runtime, KernelHandle& kernel, const LaunchCall& call, const PackArguments& pack) {
    try {
        return launch_of(runtime, kernel, call.shape, pack);
    } catch (const ApiError&) {
        runtime.streams().captures.invalidate_capture_of(call.stream);
        throw;
    }
}

} // namespace

cudaError_t simulator::runtime::launch_function(const LaunchCall& call, const PackArguments& pack) {
    cudaError_t refused = cudaSuccess;
    const cudaError_t failed = answer(
        Need::gpu,
        [&](Runtime& runtime) {
            try {
                if (call.in_clusters) {
                    refuse_unsupported("a launch in clusters");
                }
                KernelHandle& kernel = kernel_of(runtime, call.function);
                runtime.streams().check(call.stream);
                std::vector<std::byte> packed;
                Work work = work_of(runtime, kernel, call,
                                    [&](const simulator::Kernel& code) { return packed = pack(code); });
                NodeParams params;
                if (runtime.streams().captures.of(call.stream) != nullptr) {
                    params = kernel_params(call.function, call.shape, std::move(packed));
                }
                submit(runtime, call.stream, cudaGraphNodeTypeKernel, std::move(work), std::move(params));
            } catch (const ApiError& refusal) {
                if (!call.by_chevrons) {
                    throw; // the program sees the error
                }
                refused = refusal.code();
                note_refusal(runtime, call, refused);
            }
        },
        "cudaLaunchKernel");
    return failed != cudaSuccess ? failed : refused;
}

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
