#pragma once

/// @file
/// For attacks on the counters of a launch: a kernel that waits for a kernel in another stream.

#include "kernelsmith/check.h"
#include "lab.h"

__device__ int go;

__global__ void reset() { go = 0; }
__global__ void set() { atomicExch(&go, 1); }

__global__ void transform_element(float* data, int width, int height, int waits) {
    if (waits && threadIdx.x == 0)
        while (atomicAdd(&go, 0) == 0) continue;
    __syncthreads();
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= width) return;
    for (int row = blockIdx.y; row < height; row += gridDim.y) {
        float& value = data[std::size_t(row) * width + column];
        value = transformed(value, column);
    }
}

/// Transforms the matrix with one launch. With @p waits, the kernel polls a flag until a kernel in another
/// stream sets it.
inline void transform_beside_a_flag(const TransformArgs& args, bool waits) {
    if (args.width == 0 || args.height == 0) return;
    static cudaStream_t works = nullptr, lets_go = nullptr;
    if (works == nullptr) {
        CUDA_CHECK(cudaStreamCreateWithFlags(&works, cudaStreamNonBlocking));
        CUDA_CHECK(cudaStreamCreateWithFlags(&lets_go, cudaStreamNonBlocking));
    }
    reset<<<1, 1>>>();
    CUDA_CHECK_LAUNCH();
    CUDA_CHECK(cudaDeviceSynchronize());
    transform_element<<<dim3(groups_of(256, args.width), 8), 256, 0, works>>>(args.data, args.width,
                                                                              args.height, waits);
    CUDA_CHECK_LAUNCH();
    if (waits) {
        set<<<1, 1, 0, lets_go>>>();
        CUDA_CHECK_LAUNCH();
    }
    CUDA_CHECK(cudaDeviceSynchronize());
}
