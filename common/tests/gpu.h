#pragma once

#include <catch2/catch_test_macros.hpp>
#include <cuda_runtime_api.h>

/// Skips the calling test, with the reason, if CUDA has no usable GPU.
inline void require_gpu() {
    int count = 0;
    const cudaError_t found = cudaGetDeviceCount(&count);
    if (found == cudaSuccess) return;
    cudaGetLastError();
    SKIP("no usable GPU: " << cudaGetErrorString(found) << " (" << cudaGetErrorName(found) << ")");
}
