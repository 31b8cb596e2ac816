// Small kernels with one effect each. docs/counters_on_a_gpu.md lists an H200's counts for them next to the
// simulator's.
//
//     effects          launches each kernel once

#include <cuda_pipeline.h>

#include <cstdio>

constexpr int blocks = 264;
constexpr int threads = 256;
constexpr int count = blocks * threads;
constexpr int rounds = 32; // of the kernels that repeat an operation

/// One float per thread, with stride `stride`.
template <int stride> __global__ void copy_strided(float* to, const float* from) {
    const int i = blockIdx.x * threads + threadIdx.x;
    to[i] = from[i * stride];
}

/// Four floats per thread with one load and one store.
__global__ void copy_four(float4* to, const float4* from) {
    const int i = blockIdx.x * threads + threadIdx.x;
    to[i] = from[i];
}

/// `ways`-way bank conflicts: that many lanes of a warp access the same bank.
template <int ways> __global__ void conflict(float* to, const float* from) {
    __shared__ float values[threads * ways];
    const int i = blockIdx.x * threads + threadIdx.x;
    values[threadIdx.x * ways] = from[i];
    __syncthreads();
    to[i] = values[(threads - 1 - threadIdx.x) * ways];
}

/// Half of each warp diverges, for so many instructions that no compiler uses predication instead.
__global__ void diverge(float* to, const float* from) {
    const int i = blockIdx.x * threads + threadIdx.x;
    float x = from[i];
    if (threadIdx.x % 2 == 0)
        for (int round = 0; round < 20; ++round) x = sinf(x) + x;
    else
        for (int round = 0; round < 30; ++round) x = cosf(x) - x;
    to[i] = x;
}

/// Every thread adds to one of `places` addresses.
template <int places> __global__ void add_to(int* to, const float* from) {
    const int i = blockIdx.x * threads + threadIdx.x;
    atomicAdd(&to[i % places], static_cast<int>(from[i]));
}

/// Uses so much shared memory that few blocks fit on an SM.
__global__ void crowd_out(float* to, const float* from) {
    extern __shared__ float room[];
    const int i = blockIdx.x * threads + threadIdx.x;
    room[threadIdx.x] = from[i];
    __syncthreads();
    to[i] = room[threads - 1 - threadIdx.x];
}

/// Each block reads the same 4 MiB: more than L1 holds, and less than the L2 cache does.
__global__ void read_again(float* to, const float4* from, int all) {
    float sum = 0;
    for (int i = threadIdx.x; i < all; i += threads) {
        const float4 four = from[i];
        sum += four.x + four.y + four.z + four.w;
    }
    to[blockIdx.x * threads + threadIdx.x] = sum;
}

/// Data that arrives from L2 while a kernel stores or counts in shared memory.
enum class Meanwhile { nothing, loads, copies };

/// One store to shared memory per round, without bank conflicts.
template <Meanwhile meanwhile> __device__ void stage(float* to, const float* from) {
    __shared__ float values[2][threads], copied[2][threads];
    const int i = blockIdx.x * threads + threadIdx.x;
    const int all = gridDim.x * threads;
    for (int round = 0; round < rounds; ++round) {
        float value = static_cast<float>(round);
        if (meanwhile == Meanwhile::loads) value = from[round * all + i];
        values[round % 2][threadIdx.x] = value;
        if (meanwhile == Meanwhile::copies) {
            __pipeline_memcpy_async(&copied[round % 2][threadIdx.x], &from[round * all + i], sizeof(float));
            __pipeline_commit();
            __pipeline_wait_prior(0);
        }
        __syncthreads();
    }
    to[i] = values[0][threads - 1 - threadIdx.x];
}

/// One counter per thread in shared memory, incremented once per round.
template <Meanwhile meanwhile> __device__ void count_up(float* to, const float* from) {
    __shared__ int counters[threads];
    const int i = blockIdx.x * threads + threadIdx.x;
    const int all = gridDim.x * threads;
    counters[threadIdx.x] = 0;
    float sum = 0;
    for (int round = 0; round < rounds; ++round) {
        __syncthreads();
        if (meanwhile == Meanwhile::loads) sum += from[round * all + i];
        atomicAdd(&counters[(threadIdx.x + round) % threads], 1);
    }
    __syncthreads();
    to[i] = static_cast<float>(counters[threadIdx.x]) + sum;
}

__global__ void stage_alone(float* to, const float* from) { stage<Meanwhile::nothing>(to, from); }
__global__ void stage_beside_loads(float* to, const float* from) { stage<Meanwhile::loads>(to, from); }
__global__ void stage_beside_copies(float* to, const float* from) { stage<Meanwhile::copies>(to, from); }
__global__ void count_alone(float* to, const float* from) { count_up<Meanwhile::nothing>(to, from); }
__global__ void count_beside_loads(float* to, const float* from) { count_up<Meanwhile::loads>(to, from); }

int main() {
    constexpr int many = 4 * blocks; // fills an SM with warps, so its L1 is busy
    constexpr int floats = rounds * many * threads;
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
    stage_alone<<<many, threads>>>(to, from);
    stage_beside_loads<<<many, threads>>>(to, from);
    stage_beside_copies<<<many, threads>>>(to, from);
    count_alone<<<many, threads>>>(to, from);
    count_beside_loads<<<many, threads>>>(to, from);
    const cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorString(error));
    return error != cudaSuccess;
}
