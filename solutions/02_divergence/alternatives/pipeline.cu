// Lab 02 with a pipeline of two stages: persistent blocks take the mixed rows, and while one chunk is processed,
// cuda::memcpy_async copies the next one to shared memory. Choose this if few warps fit on an SM, so that they
// cannot hide the latency of loads. Here the arithmetic of other blocks already hides it.

#include <algorithm>

#include <cuda/pipeline>

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int striped_block = 256;           // threads per block in striped rows
constexpr int quads_each = mixed_values / 4; // float4 groups per thread in mixed rows

__global__ void transform_striped(const float4* in, float4* out, std::size_t quads, int iterations) {
    const std::size_t quad = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (quad >= quads) return;

    float4 value = in[quad]; // one value of each formula
    for (int i = 0; i < iterations; ++i) {
        value.x = step_log(value.x);
        value.y = step_cos(value.y);
        value.z = step_sin(value.z);
        value.w = step_tan(value.w);
    }
    out[quad] = value;
}

constexpr std::size_t chunk_quads = mixed_block * quads_each;

__global__ void transform_mixed(const float4* in, float4* out, std::size_t quads, int iterations) {
    __shared__ float4 arrived[2][chunk_quads];
    __shared__ float ordered[mixed_block * mixed_values];
    auto pipe = cuda::make_pipeline(); // per thread: a thread reads only the values that it has copied
    const auto ask_for = [&](std::size_t begin, int stage) {
        pipe.producer_acquire();
        for (std::size_t i = threadIdx.x; i < chunk_quads; i += mixed_block)
            if (begin + i < quads)
                cuda::memcpy_async(&arrived[stage][i], in + begin + i, cuda::aligned_size_t<16>(16), pipe);
        pipe.producer_commit();
    };

    const std::size_t stride = gridDim.x * chunk_quads;
    int stage = 0;
    ask_for(blockIdx.x * chunk_quads, stage);
    for (std::size_t begin = blockIdx.x * chunk_quads; begin < quads; begin += stride, stage ^= 1) {
        ask_for(begin + stride, stage ^ 1); // copies nothing past the end
        cuda::pipeline_consumer_wait_prior<1>(pipe);
        float value[mixed_values];
        int formula[mixed_values];
#pragma unroll
        for (int i = 0; i < quads_each; ++i) {
            const int at = threadIdx.x + i * mixed_block;
            // Values past the end are computed, but not stored.
            const float4 four =
                begin + at < quads ? arrived[stage][at] : make_float4(12.0f, 12.0f, 12.0f, 12.0f);
            value[4 * i] = four.x;
            value[4 * i + 1] = four.y;
            value[4 * i + 2] = four.z;
            value[4 * i + 3] = four.w;
        }
        pipe.consumer_release();
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
            const std::size_t quad = begin + threadIdx.x + i * mixed_block;
            const int* at = order.place + 4 * i;
            if (quad < quads)
                out[quad] = make_float4(ordered[at[0]], ordered[at[1]], ordered[at[2]], ordered[at[3]]);
        }
    }
}

/// Returns the number of blocks of transform_mixed() that the device holds at once.
static unsigned resident_blocks() {
    int device = 0;
    int multiprocessors = 0;
    int blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, transform_mixed, mixed_block, 0));
    return multiprocessors * blocks;
}

extern "C" void transform(const TransformArgs& args) {
    const auto* in = reinterpret_cast<const float4*>(args.in);
    auto* out = reinterpret_cast<float4*>(args.out);
    const std::size_t striped = elements_of(args, args.striped_rows) / 4;
    if (striped > 0) {
        transform_striped<<<groups_of(striped_block, striped), striped_block>>>(in, out, striped,
                                                                                args.iterations);
        CUDA_CHECK_LAUNCH();
    }
    const std::size_t mixed = elements_of(args, args.mixed_rows) / 4;
    if (mixed > 0) {
        static const unsigned resident = resident_blocks();
        const unsigned blocks = std::min(resident, groups_of(mixed_block * quads_each, mixed));
        transform_mixed<<<blocks, mixed_block>>>(in + striped, out + striped, mixed, args.iterations);
        CUDA_CHECK_LAUNCH();
    }
}
