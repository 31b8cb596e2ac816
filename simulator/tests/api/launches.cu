// Launches that a GPU rejects, and some at its limits.

#include "show.h"

namespace {

__global__ void nothing() {}

__global__ void __launch_bounds__(256) bounded(int* out) {
    if (out != nullptr) {
        out[threadIdx.x] = 1;
    }
}

__global__ void with_static_shared(int* out) {
    __shared__ int cells[8192];
    cells[threadIdx.x] = static_cast<int>(threadIdx.x);
    __syncthreads();
    if (out != nullptr) {
        out[threadIdx.x] = cells[threadIdx.x ^ 1];
    }
}

__global__ void with_dynamic_shared(int* out) {
    extern __shared__ int cells[];
    cells[threadIdx.x] = 1;
    __syncthreads();
    if (out != nullptr) {
        out[threadIdx.x] = cells[threadIdx.x ^ 1];
    }
}

/// Uses far more than 64 registers, so that 1024 threads do not fit on an SM.
__global__ void many_registers(float* data, int n) {
    float value[96];
#pragma unroll
    for (int i = 0; i < 96; ++i) {
        value[i] = data[i * n];
    }
    for (int turn = 0; turn < n; ++turn) {
#pragma unroll
        for (int i = 0; i < 96; ++i) {
            value[i] = value[i] * value[(i * 7 + 1) % 96] + data[turn];
        }
    }
#pragma unroll
    for (int i = 0; i < 96; ++i) {
        data[i * n] = value[i];
    }
}

void not_a_kernel() {}

cudaError_t through_config(cudaLaunchAttribute* attributes, unsigned count) {
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(4);
    config.blockDim = dim3(32);
    config.attrs = attributes;
    config.numAttrs = count;
    return cudaLaunchKernelEx(&config, nothing);
}

} // namespace

int main() {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    void* none[] = {nullptr};
    int* null_pointer = nullptr;
    void* null_argument[] = {&null_pointer};
    float* data = nullptr;
    cudaMalloc(&data, 1 << 20);
    cudaMemset(data, 0, 1 << 20);

    LAUNCH(nothing<<<1, 1>>>());
    LAUNCH(nothing<<<0, 1>>>());
    LAUNCH(nothing<<<1, 0>>>());
    LAUNCH(nothing<<<1, 1024>>>());
    LAUNCH(nothing<<<1, 1025>>>());
    LAUNCH(nothing<<<1, dim3(1, 1025)>>>());
    LAUNCH(nothing<<<1, dim3(1, 1, 64)>>>());
    LAUNCH(nothing<<<1, dim3(1, 1, 65)>>>());
    LAUNCH(nothing<<<1, dim3(32, 32, 2)>>>());
    LAUNCH(nothing<<<dim3(1, 65535), 1>>>());
    LAUNCH(nothing<<<dim3(1, 65536), 1>>>());
    LAUNCH(nothing<<<dim3(1, 1, 65536), 1>>>());
    LAUNCH(nothing<<<dim3(0x80000000u), 1>>>());
    LAUNCH(nothing<<<dim3(1, 0), 1>>>());
    LAUNCH(nothing<<<dim3(1, 65536), 1025>>>());
    LAUNCH(nothing<<<1, 1, 48 * 1024>>>());
    LAUNCH(nothing<<<1, 1, 48 * 1024 + 1>>>());
    LAUNCH(nothing<<<1, 1, 1 << 20>>>());
    LAUNCH(nothing<<<1, 1, 0, (cudaStream_t)0x1>>>());
    LAUNCH(nothing<<<1, 1, 0, cudaStreamPerThread>>>());
    LAUNCH(with_static_shared<<<1, 1, 16 * 1024>>>(nullptr));
    LAUNCH(with_static_shared<<<1, 1, 16 * 1024 + 1>>>(nullptr));
    LAUNCH(bounded<<<1, 256>>>(nullptr));
    LAUNCH(bounded<<<1, 257>>>(nullptr));
    LAUNCH(bounded<<<1, 1024>>>(nullptr));
    LAUNCH(many_registers<<<1, 1024>>>(data, 1));

    SHOW(cudaFuncSetAttribute(with_dynamic_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024));
    LAUNCH(with_dynamic_shared<<<1, 32, 100 * 1024>>>(nullptr));
    LAUNCH(with_dynamic_shared<<<1, 32, 100 * 1024 + 1>>>(nullptr));
    SHOW(cudaFuncSetAttribute(with_dynamic_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024));
    SHOW(cudaFuncSetAttribute(with_dynamic_shared, cudaFuncAttributeMaxDynamicSharedMemorySize,
                              227 * 1024 + 1));
    SHOW(cudaFuncSetAttribute(with_dynamic_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
    SHOW(cudaFuncSetAttribute(with_dynamic_shared, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
    SHOW(cudaFuncSetAttribute(with_dynamic_shared, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
    SHOW(cudaFuncSetAttribute(with_dynamic_shared, cudaFuncAttributeMax, 1));
    SHOW(cudaFuncSetAttribute(with_static_shared, cudaFuncAttributeMaxDynamicSharedMemorySize,
                              227 * 1024 - 32768));
    SHOW(cudaFuncSetAttribute(with_static_shared, cudaFuncAttributeMaxDynamicSharedMemorySize,
                              227 * 1024 - 32767));
    SHOW(cudaFuncSetCacheConfig(nothing, cudaFuncCachePreferL1));

    SHOW(cudaLaunchKernel(nothing, 1, 1, none, 0, nullptr));
    SHOW(cudaLaunchKernel(nothing, 1, 1, nullptr, 0, nullptr));
    SHOW(cudaLaunchKernel(bounded, 1, 1, null_argument, 0, nullptr));
    SHOW(cudaLaunchKernel(reinterpret_cast<void*>(not_a_kernel), 1, 1, none, 0, nullptr));
    SHOW(cudaLaunchKernel(static_cast<const void*>(nullptr), 1, 1, none, 0, nullptr));
    SHOW(cudaLaunchKernel(nothing, 0, 1, none, 0, nullptr));

    SHOW(through_config(nullptr, 0));
    cudaLaunchAttribute serial = {};
    serial.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    serial.val.programmaticStreamSerializationAllowed = 1;
    SHOW(through_config(&serial, 1));
    cudaLaunchAttribute priority = {};
    priority.id = cudaLaunchAttributePriority;
    SHOW(through_config(&priority, 1));

    int* more = nullptr;
    LAUNCH(nothing<<<1, 2000>>>(); cudaMalloc(&more, 16));
    SHOW(cudaFree(more));
    SHOW(cudaFree(data));
    LAUNCH(nothing<<<1, 2000>>>(); nothing<<<1, 1>>>());
    LAUNCH(nothing<<<1, 2000>>>(); cudaDeviceSynchronize());
    LAUNCH(cudaMalloc(nullptr, 1));
    SHOW(cudaDeviceSynchronize());
    return 0;
}
