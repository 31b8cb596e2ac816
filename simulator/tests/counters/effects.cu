// Small kernels with one effect each. What an H200 counts for them stands in docs/counters_on_a_gpu.md, beside what the
// simulator counts.
//
//     effects          launches each kernel once

#include <cstdio>

constexpr int blocks = 264;
constexpr int threads = 256;
constexpr int count = blocks * threads;

/// One float a thread, and every `stride`-th.
template <int stride> __global__ void copy_strided(float* to, const float* from) {
    const int i = blockIdx.x * threads + threadIdx.x;
    to[i] = from[i * stride];
}

/// Four floats a thread with one load and one store.
__global__ void copy_four(float4* to, const float4* from) {
    const int i = blockIdx.x * threads + threadIdx.x;
    to[i] = from[i];
}

/// Lanes of a warp meet in the same bank, `ways` of them.
template <int ways> __global__ void conflict(float* to, const float* from) {
    __shared__ float values[threads * ways];
    const int i = blockIdx.x * threads + threadIdx.x;
    values[threadIdx.x * ways] = from[i];
    __syncthreads();
    to[i] = values[(threads - 1 - threadIdx.x) * ways];
}

/// Half of each warp goes another way, for so long that no compiler puts the two ways side by side.
__global__ void diverge(float* to, const float* from) {
    const int i = blockIdx.x * threads + threadIdx.x;
    float x = from[i];
    if (threadIdx.x % 2 == 0)
        for (int round = 0; round < 20; ++round) x = sinf(x) + x;
    else
        for (int round = 0; round < 30; ++round) x = cosf(x) - x;
    to[i] = x;
}

/// Every thread adds to one of `places`.
template <int places> __global__ void add_to(int* to, const float* from) {
    const int i = blockIdx.x * threads + threadIdx.x;
    atomicAdd(&to[i % places], static_cast<int>(from[i]));
}

/// So much shared memory that few blocks find room on an SM.
__global__ void crowd_out(float* to, const float* from) {
    extern __shared__ float room[];
    const int i = blockIdx.x * threads + threadIdx.x;
    room[threadIdx.x] = from[i];
    __syncthreads();
    to[i] = room[threads - 1 - threadIdx.x];
}

/// Each block reads the same 4 MiB: more than an SM keeps, and less than the L2 cache does.
__global__ void read_again(float* to, const float4* from, int all) {
    float sum = 0;
    for (int i = threadIdx.x; i < all; i += threads) {
        const float4 four = from[i];
        sum += four.x + four.y + four.z + four.w;
    }
    to[blockIdx.x * threads + threadIdx.x] = sum;
}

int main() {
    constexpr int floats = 32 * count;
    float *from = nullptr, *to = nullptr;
    cudaMalloc(&from, floats * sizeof(float));
    cudaMalloc(&to, floats * sizeof(float));
    cudaMemset(from, 0, floats * sizeof(float));
    cudaMemset(to, 0, floats * sizeof(float));
    copy_strided<1><<<blocks, threads>>>(to, from);
    copy_strided<2><<<blocks, threads>>>(to, from);
    copy_strided<8><<<blocks, threads>>>(to, from);
    copy_strided<32><<<blocks, threads>>>(to, from);
    copy_four<<<blocks, threads>>>(reinterpret_cast<float4*>(to), reinterpret_cast<float4*>(from));
    conflict<2><<<blocks, threads>>>(to, from);
    conflict<8><<<blocks, threads>>>(to, from);
    conflict<32><<<blocks, threads>>>(to, from);
    diverge<<<blocks, threads>>>(to, from);
    add_to<1><<<blocks, threads>>>(reinterpret_cast<int*>(to), from);
    add_to<4096><<<blocks, threads>>>(reinterpret_cast<int*>(to), from);
    constexpr int much = 60 << 10;
    cudaFuncSetAttribute(crowd_out, cudaFuncAttributeMaxDynamicSharedMemorySize, much);
    crowd_out<<<blocks, threads, much>>>(to, from);
    read_again<<<4, threads>>>(to, reinterpret_cast<const float4*>(from), (4 << 20) / 16);
    const cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
