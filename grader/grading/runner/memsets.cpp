// Interposed functions of the CUDA runtime that set memory to one value: each call is recorded, then
// forwarded to the runtime.

#include <cuda_runtime_api.h>

#include "grading/runner/graph_log.h"
#include "grading/runner/next_function.h"

using runner::PitchedRows;
using runner::record_memset;

extern "C" {

RUNNER_INTERCEPTS_BOTH(cudaMemset, _ptds, (void* to, int value, size_t bytes), (to, value, bytes),
                       record_memset(PitchedRows{bytes}, Default::named(nullptr)))

RUNNER_INTERCEPTS_BOTH(cudaMemset2D, _ptds, (void* to, size_t pitch, int value, size_t width, size_t height),
                       (to, pitch, value, width, height),
                       record_memset(PitchedRows{width, height}, Default::named(nullptr)))

RUNNER_INTERCEPTS_BOTH(cudaMemset3D, _ptds, (cudaPitchedPtr to, int value, cudaExtent extent),
                       (to, value, extent),
                       record_memset(PitchedRows{extent.width, extent.height* extent.depth},
                                     Default::named(nullptr)))

RUNNER_INTERCEPTS_BOTH(cudaMemsetAsync, _ptsz, (void* to, int value, size_t bytes, cudaStream_t stream),
                       (to, value, bytes, stream), record_memset(PitchedRows{bytes}, Default::named(stream)))

RUNNER_INTERCEPTS_BOTH(cudaMemset2DAsync, _ptsz,
                       (void* to, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream),
                       (to, pitch, value, width, height, stream),
                       record_memset(PitchedRows{width, height}, Default::named(stream)))

RUNNER_INTERCEPTS_BOTH(cudaMemset3DAsync, _ptsz,
                       (cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream),
                       (to, value, extent, stream),
                       record_memset(PitchedRows{extent.width, extent.height* extent.depth},
                                     Default::named(stream)))

} // extern "C"
