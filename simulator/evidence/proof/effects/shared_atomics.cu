// Atomics in shared memory: number of lanes that conflict on one address.

#include "effects.h"

namespace effects {

namespace {

constexpr unsigned threads = 256;
constexpr unsigned blocks = 2 * proof::multiprocessors;
constexpr unsigned bins = 256;

// 2^shift lanes of a warp add to one address. Every warp has its own addresses.
template <class Number>
__global__ void atomics_by_lanes(const float* input, float* output, unsigned rounds, unsigned shift) {
    __shared__ Number sums[threads];
    sums[threadIdx.x] = 0;
    __syncthreads();
    const unsigned place = threadIdx.x / 32 * 32 + (threadIdx.x % 32 >> shift);
    const Number addend = static_cast<Number>(input[threadIdx.x] * 8);
#pragma unroll 1
    for (unsigned round = 0; round < rounds; ++round) {
#pragma unroll
        for (unsigned n = 0; n < 4; ++n) atomicAdd(sums + (place ^ n), addend);
    }
    __syncthreads();
    output[blockIdx.x * threads + threadIdx.x] = static_cast<float>(sums[threadIdx.x]);
}

// Bytes below `common` all count as 0.
__global__ void histogram(const uchar4* bytes, unsigned* output, unsigned count, unsigned common) {
    __shared__ unsigned counts[bins];
    counts[threadIdx.x] = 0;
    __syncthreads();
    for (unsigned i = blockIdx.x * threads + threadIdx.x; i < count; i += gridDim.x * threads) {
        // The table has 2^24 elements.
        const uchar4 four = bytes[i & 0xffffff];
        atomicAdd(counts + (four.x < common ? 0 : four.x), 1u);
        atomicAdd(counts + (four.y < common ? 0 : four.y), 1u);
        atomicAdd(counts + (four.z < common ? 0 : four.z), 1u);
        atomicAdd(counts + (four.w < common ? 0 : four.w), 1u);
    }
    __syncthreads();
    atomicAdd(output + threadIdx.x, counts[threadIdx.x]);
}

template <class Number> void add_lanes(Kernels& kernels, const char* name, unsigned shift, unsigned rounds) {
    kernels.push_back({name, [=](Buffers& buffers) {
                           atomics_by_lanes<Number><<<blocks, threads>>>(buffers.input(proof::MiB),
                                                                         buffers.output(), rounds, shift);
                       }});
}

void add_histogram(Kernels& kernels, const char* name, unsigned common, unsigned count) {
    kernels.push_back(
        {name, [=](Buffers& buffers) {
             histogram<<<4 * blocks, threads>>>(reinterpret_cast<const uchar4*>(buffers.indices()),
                                                buffers.counters(), count, common);
         }});
}

} // namespace

void add_shared_atomics(Kernels& kernels) {
    add_lanes<unsigned>(kernels, "shared_atomics_1_lane", 0, 2000);
    add_lanes<unsigned>(kernels, "shared_atomics_2_lanes", 1, 1100);
    add_lanes<unsigned>(kernels, "shared_atomics_8_lanes", 3, 300);
    add_lanes<unsigned>(kernels, "shared_atomics_32_lanes", 5, 100);
    add_lanes<float>(kernels, "shared_float_atomics_1_lane", 0, 400);
    add_lanes<float>(kernels, "shared_float_atomics_8_lanes", 3, 60);
    add_histogram(kernels, "histogram_of_bytes", 0, 1u << 26);
    add_histogram(kernels, "histogram_of_skewed_bytes", 230, 1u << 26);
}

} // namespace effects
