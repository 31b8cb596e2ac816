// Accesses other than ordinary loads: arrays of a thread, spilled registers, constants, copies to shared
// memory.

#include <cuda_pipeline.h>

#include "effects.h"

namespace effects {

namespace {

constexpr unsigned threads = 256;
constexpr unsigned constants = 4096;
__constant__ float constant_table[constants];

// An index that is unknown at compile time keeps the array in local memory.
template <int ELEMENTS>
__global__ void local_array(const unsigned* words, unsigned* output, unsigned rounds) {
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned own[ELEMENTS];
#pragma unroll
    for (unsigned n = 0; n < ELEMENTS; ++n) own[n] = words[thread + n * 32];
    unsigned place = words[thread];
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
        place = own[place % ELEMENTS] + round * 0x9e37u;
        own[place / 64 % ELEMENTS] = place ^ (place >> 3);
    }
    output[thread] = place;
}

// 96 live sums, although a thread may have only 64 registers.
__global__ void __launch_bounds__(1024, 1)
    spilled_registers(const float* input, float* output, unsigned rounds) {
    constexpr int sums = 96;
    float sum[sums];
    const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll
    for (int n = 0; n < sums; ++n) sum[n] = input[thread + n];
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
        const float factor = input[round];
#pragma unroll
        for (int n = 0; n < sums; ++n) sum[n] = fmaf(sum[n], factor, sum[(n + 37) % sums]) * 0.4f;
    }
    float all = 0;
#pragma unroll
    for (int n = 0; n < sums; ++n) all += sum[n];
    output[thread] = all;
}

// LANES_APART 0: all lanes read the same constant.
template <int LANES_APART> __global__ void constant_reads(float* output, unsigned rounds, float never) {
    float sum = 0;
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
        const unsigned first = round * 8 + threadIdx.x % 32 * LANES_APART;
#pragma unroll
        for (unsigned n = 0; n < 8; ++n) sum += constant_table[(first + n) % constants];
    }
    if (sum == never) output[threadIdx.x] = sum;
}

// Asynchronous copies fetch the next stages while this one is summed up.
template <int STAGES>
__global__ void staged_copies(const float4* input, float* output, unsigned parts, float never) {
    __shared__ float4 stage[STAGES][threads];
    const float4* own = input + blockIdx.x * parts * threads + threadIdx.x;
#pragma unroll
    for (unsigned part = 0; part < STAGES - 1; ++part) {
        __pipeline_memcpy_async(&stage[part][threadIdx.x], own + part * threads, sizeof(float4));
        __pipeline_commit();
    }
    float sum = 0;
#pragma unroll 1
    for (unsigned part = 0; part < parts; ++part) {
        const unsigned next = part + STAGES - 1;
        if (next < parts) {
            __pipeline_memcpy_async(&stage[next % STAGES][threadIdx.x], own + next * threads, sizeof(float4));
        }
        // Commit even an empty group, so that the number of groups in flight stays the same.
        __pipeline_commit();
        __pipeline_wait_prior(STAGES - 1);
        __syncthreads();
        const float4 four = stage[part % STAGES][(threadIdx.x + 32) % threads];
        sum += four.x * four.y + four.z * four.w;
        // The next iteration overwrites the stage that is read here.
        __syncthreads();
    }
    if (sum == never) output[threadIdx.x] = sum;
}

// The constants are initialized from the first 16 KiB of the input.
void copy_constants(Buffers& buffers) {
    const float* numbers = buffers.input(proof::MiB);
    proof::check(cudaMemcpyToSymbol(constant_table, numbers, sizeof(float) * constants, 0,
                                    cudaMemcpyDeviceToDevice),
                 "constants");
}

template <int ELEMENTS> void add_local(Kernels& kernels, const char* name, unsigned blocks, unsigned rounds) {
    kernels.push_back({name, [=](Buffers& buffers) {
                           local_array<ELEMENTS><<<blocks, threads>>>(buffers.words(2 * proof::MiB),
                                                                      buffers.output_words(), rounds);
                       }});
}

template <int LANES_APART> void add_constants(Kernels& kernels, const char* name, unsigned rounds) {
    kernels.push_back({name,
                       [=](Buffers& buffers) {
                           constant_reads<LANES_APART>
                               <<<2 * proof::multiprocessors, threads>>>(buffers.output(), rounds, -1.0f);
                       },
                       copy_constants});
}

template <int STAGES> void add_staged(Kernels& kernels, const char* name) {
    kernels.push_back({name, [](Buffers& buffers) {
                           constexpr unsigned blocks = 4 * proof::multiprocessors;
                           constexpr unsigned parts = 100;
                           staged_copies<STAGES>
                               <<<blocks, threads>>>(reinterpret_cast<const float4*>(
                                                         buffers.input(16ull * blocks * parts * threads)),
                                                     buffers.output(), parts, -1.0f);
                       }});
}

} // namespace

void add_private_memory(Kernels& kernels) {
    add_local<32>(kernels, "local_array_32", 8 * proof::multiprocessors, 120);
    add_local<256>(kernels, "local_array_256", 2 * proof::multiprocessors, 300);
    kernels.push_back({"spilled_registers", [](Buffers& buffers) {
                           spilled_registers<<<proof::multiprocessors, 1024>>>(buffers.input(proof::MiB),
                                                                               buffers.output(), 60);
                       }});
    add_constants<0>(kernels, "constants_same_for_all_lanes", 700);
    add_constants<1>(kernels, "constants_by_lane", 35);
    add_staged<2>(kernels, "staged_copies_2");
    add_staged<4>(kernels, "staged_copies_4");
}

} // namespace effects
