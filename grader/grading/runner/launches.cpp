// Interposed functions of the CUDA runtime that launch a kernel: each call is recorded, then forwarded to the
// runtime.

#include <cuda_runtime_api.h>

#include "grading/runner/graph_log.h"
#include "grading/runner/next_function.h"

using runner::record_launch;

extern "C" {

// The launch that nvcc 13 emits for `<<<>>>`.
RUNNER_INTERCEPTS_BOTH(__cudaLaunchKernel, _ptsz,
                       (cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, size_t shared,
                        cudaStream_t stream),
                       (kernel, grid, block, arguments, shared, stream),
                       record_launch({reinterpret_cast<const void*>(kernel), grid, block, shared},
                                     Default::named(stream)))

// The launch by the address of the host stub.
RUNNER_INTERCEPTS_BOTH(cudaLaunchKernel, _ptsz,
                       (const void* kernel, dim3 grid, dim3 block, void** arguments, size_t shared,
                        cudaStream_t stream),
                       (kernel, grid, block, arguments, shared, stream),
                       record_launch({kernel, grid, block, shared}, Default::named(stream)))

// The launch with attributes: clusters, programmatic dependent launch, cooperative grids.
RUNNER_INTERCEPTS_BOTH(cudaLaunchKernelExC, _ptsz,
                       (const cudaLaunchConfig_t* config, const void* kernel, void** arguments),
                       (config, kernel, arguments),
                       if (config != nullptr) record_launch({kernel, config->gridDim, config->blockDim,
                                                             config->dynamicSmemBytes},
                                                            Default::named(config->stream)))

// The cooperative launch: the blocks of the grid can synchronize with each other.
RUNNER_INTERCEPTS_BOTH(cudaLaunchCooperativeKernel, _ptsz,
                       (const void* kernel, dim3 grid, dim3 block, void** arguments, size_t shared,
                        cudaStream_t stream),
                       (kernel, grid, block, arguments, shared, stream),
                       record_launch({kernel, grid, block, shared}, Default::named(stream)))

} // extern "C"
