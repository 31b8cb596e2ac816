// Warps that wait for each other, diverge, or have unequal work.

#include "effects.h"

namespace effects {

namespace {

constexpr unsigned threads = 256;
constexpr unsigned blocks = 2 * proof::multiprocessors;

__device__ float fmas(float number, unsigned count) {
#pragma unroll 16
    for (unsigned n = 0; n < count; ++n) number = fmaf(number, 0.5f, 1.0f);
    return number;
}

// Loads between two barriers, so that a block waits for its slowest load.
__global__ void barriers_and_loads(const float* input, float* output, unsigned rounds, float never) {
    float sum = 0;
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
        sum += input[(round * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x];
        __syncthreads();
    }
    if (sum == never) output[threadIdx.x] = sum;
}

__global__ void barriers_and_fmas(const float* input, float* output, unsigned rounds, float never) {
    float number = input[threadIdx.x];
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
        number = fmas(number, 16);
        __syncthreads();
    }
    if (number == never) output[threadIdx.x] = number;
}

__global__ void slow_warp(const float* input, float* output, unsigned rounds, float never) {
    float number = input[threadIdx.x];
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
        number = fmas(number, threadIdx.x / 32 == 3 ? 512 : 32);
        __syncthreads();
    }
    if (number == never) output[threadIdx.x] = number;
}

__global__ void slow_block(const float* input, float* output, unsigned count, float never) {
    const float number = fmas(input[threadIdx.x], blockIdx.x == 77 ? 10 * count : count);
    if (number == never) output[threadIdx.x] = number;
}

// WAYS groups of lanes, each with different arithmetic.
template <unsigned WAYS>
__global__ void diverging_lanes(const float* input, float* output, unsigned rounds, float never) {
    float number = input[threadIdx.x];
    const unsigned way = threadIdx.x % WAYS;
    // Not unrolled: each branch is a separate loop, so that none is predicated.
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
        switch (way) {
            case 0: number = fmas(number, 32); break;
            case 1: number = fmas(number + 1, 32) * 0.5f; break;
            case 2: number = fmas(number - 2, 32) * 0.25f; break;
            case 3: number = fmas(number * 3, 32) + 7; break;
            case 4: number = fmas(number + 4, 32) - 1; break;
            case 5: number = fmas(number - 5, 32) * 0.125f; break;
            case 6: number = fmas(number * 6, 32) + 0.5f; break;
            default: number = fmas(number + 7, 32) * 2; break;
        }
    }
    if (number == never) output[threadIdx.x] = number;
}

// Lane n executes n + 1 iterations.
__global__ void loops_by_lane(const float* input, float* output, unsigned rounds, float never) {
    float number = input[threadIdx.x];
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
        const unsigned count = (threadIdx.x + round) % 32 + 1;
#pragma unroll 1
        for (unsigned n = 0; n < count; ++n) number = fmaf(number, 0.5f, 1.0f);
    }
    if (number == never) output[threadIdx.x] = number;
}

// All lanes of every second warp are idle.
__global__ void diverging_warps(const float* input, float* output, unsigned rounds, float never) {
    float number = input[threadIdx.x];
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
        if (threadIdx.x / 32 % 2 == 0) number = fmas(number, 64);
    }
    if (number == never) output[threadIdx.x] = number;
}

__global__ void shuffles(const float* input, float* output, unsigned rounds, float never) {
    float number = input[threadIdx.x];
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
#pragma unroll
        for (int distance = 16; distance > 0; distance /= 2) {
            number += 0.25f * __shfl_xor_sync(~0u, number, distance);
        }
    }
    if (number == never) output[threadIdx.x] = number;
}

// The usual reduction: warps with shuffles, the block through shared memory.
__global__ void reduction(const float* input, float* output, unsigned count) {
    __shared__ float of_warps[threads / 32];
    float sum = 0;
    for (unsigned i = blockIdx.x * threads + threadIdx.x; i < count; i += gridDim.x * threads)
        sum += input[i];
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(~0u, sum, distance);
    if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (unsigned warp = 1; warp < threads / 32; ++warp) sum += of_warps[warp];
        output[blockIdx.x] = sum;
    }
}

template <auto KERNEL> void add(Kernels& kernels, const char* name, unsigned rounds, unsigned grid = blocks) {
    kernels.push_back({name, [=](Buffers& buffers) {
                           KERNEL<<<grid, threads>>>(buffers.input(256 * proof::MiB), buffers.output(),
                                                     rounds, -1.0f);
                       }});
}

} // namespace

void add_warps(Kernels& kernels) {
    add<barriers_and_loads>(kernels, "barriers_and_loads_2_blocks", 120);
    add<barriers_and_loads>(kernels, "barriers_and_loads_8_blocks", 120, 4 * blocks);
    add<barriers_and_fmas>(kernels, "barriers_and_fmas", 1200);
    add<slow_warp>(kernels, "slow_warp", 60);
    add<slow_block>(kernels, "slow_block", 4000, proof::multiprocessors);
    add<diverging_lanes<2>>(kernels, "diverging_lanes_2_ways", 500);
    add<diverging_lanes<8>>(kernels, "diverging_lanes_8_ways", 125);
    add<loops_by_lane>(kernels, "loops_by_lane", 300);
    add<diverging_warps>(kernels, "diverging_warps", 500);
    add<shuffles>(kernels, "shuffles", 800);
    // The number of elements takes the place of the iterations.
    kernels.push_back({"reduction", [](Buffers& buffers) {
                           constexpr unsigned count = 1u << 26;
                           reduction<<<4 * blocks, threads>>>(buffers.input(4ull * count), buffers.output(),
                                                              count);
                       }});
}

} // namespace effects
