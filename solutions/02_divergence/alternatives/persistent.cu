// Lab 02 with persistent kernels: as many blocks as the GPU holds at once, each with a grid-stride loop over the
// rows. Choose this if a thread has much setup before its first value. These threads have little, so the kernels
// gain nothing. And the share of each block is fixed, whereas the hardware scheduler gives the next block of a plain
// grid to any SM that is free.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int block = mixed_block;           // threads per block, in both kernels
constexpr int quads_each = mixed_values / 4; // float4 groups per thread and stride in mixed rows

__global__ void transform_striped(const float4* in, float4* out, std::size_t quads, int iterations) {
    const std::size_t stride = std::size_t{gridDim.x} * block;
    for (std::size_t quad = std::size_t{blockIdx.x} * block + threadIdx.x; quad < quads; quad += stride) {
        float4 value = in[quad]; // one value of each formula
        for (int i = 0; i < iterations; ++i) {
            value.x = step_log(value.x);
            value.y = step_cos(value.y);
            value.z = step_sin(value.z);
            value.w = step_tan(value.w);
        }
        out[quad] = value;
    }
}

__global__ void transform_mixed(const float4* in, float4* out, std::size_t quads, int iterations) {
    __shared__ float ordered[mixed_block * mixed_values];
    constexpr std::size_t of_block = mixed_block * quads_each;
    // All threads of a block run the same number of iterations, because the body has barriers.
    for (std::size_t begin = blockIdx.x * of_block; begin < quads; begin += gridDim.x * of_block) {
        const std::size_t first = begin + threadIdx.x;
        float value[mixed_values];
#pragma unroll
        for (int i = 0; i < quads_each; ++i) {
            const std::size_t quad = first + i * mixed_block;
            // Values past the end are computed, but not stored.
            const float4 four = quad < quads ? in[quad] : make_float4(12.0f, 12.0f, 12.0f, 12.0f);
            value[4 * i] = four.x;
            value[4 * i + 1] = four.y;
            value[4 * i + 2] = four.z;
            value[4 * i + 3] = four.w;
        }
        int formula[mixed_values];
#pragma unroll
        for (int j = 0; j < mixed_values; ++j) formula[j] = formula_of(value[j]);
        const Order order = order_by_formula(formula);

#pragma unroll
        for (int j = 0; j < mixed_values; ++j) ordered[order.place[j]] = value[j];
        __syncthreads();
        for (int at = threadIdx.x; at < mixed_block * mixed_values; at += mixed_block)
            ordered[at] = transformed(ordered[at], order.formula_at(at), iterations);
        __syncthreads();

#pragma unroll
        for (int i = 0; i < quads_each; ++i) {
            const std::size_t quad = first + i * mixed_block;
            const int* at = order.place + 4 * i;
            if (quad < quads)
                out[quad] = make_float4(ordered[at[0]], ordered[at[1]], ordered[at[2]], ordered[at[3]]);
        }
        // No barrier here: order_by_formula() has two before the next iteration stores to `ordered`.
    }
}

/// Returns the number of blocks of @p kernel that the device holds at once.
static unsigned resident_blocks(void (*kernel)(const float4*, float4*, std::size_t, int)) {
    int device = 0;
    int multiprocessors = 0;
    int blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block, 0));
    return multiprocessors * blocks;
}

extern "C" void transform(const TransformArgs& args) {
    static const unsigned resident[] = {resident_blocks(transform_striped), resident_blocks(transform_mixed)};
    const auto* in = reinterpret_cast<const float4*>(args.in);
    auto* out = reinterpret_cast<float4*>(args.out);
    const std::size_t striped = elements_of(args, args.striped_rows) / 4;
    if (striped > 0) {
        const unsigned blocks = std::min(resident[0], groups_of(block, striped));
        transform_striped<<<blocks, block>>>(in, out, striped, args.iterations);
        CUDA_CHECK_LAUNCH();
    }
    const std::size_t mixed = elements_of(args, args.mixed_rows) / 4;
    if (mixed > 0) {
        const unsigned blocks = std::min(resident[1], groups_of(block * quads_each, mixed));
        transform_mixed<<<blocks, block>>>(in + striped, out + striped, mixed, args.iterations);
        CUDA_CHECK_LAUNCH();
    }
}
