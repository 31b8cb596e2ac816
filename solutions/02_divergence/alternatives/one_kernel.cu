// Lab 02 with one kernel for both kinds of rows: the first blocks take the striped rows, the others the mixed
// ones. All threads of a block take the same branch, so no warp diverges. Choose this to save a launch, and to let
// the end of one part overlap with the beginning of the other. All blocks pay for the registers and the shared
// memory of the part that needs more.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int quads_each = mixed_values / 4; // float4 groups per thread in mixed rows

__device__ void transform_striped(const float4* in, float4* out, std::size_t quads, unsigned block,
                                  int iterations) {
    const std::size_t quad = std::size_t{block} * mixed_block + threadIdx.x;
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

__device__ void transform_mixed(const float4* in, float4* out, std::size_t quads, unsigned block,
                                int iterations) {
    __shared__ float ordered[mixed_block * mixed_values];
    const std::size_t first = std::size_t{block} * (mixed_block * quads_each) + threadIdx.x;

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
}

__global__ void transform_rows(const float4* in, float4* out, std::size_t striped, std::size_t mixed,
                               unsigned striped_blocks, int iterations) {
    if (blockIdx.x < striped_blocks)
        transform_striped(in, out, striped, blockIdx.x, iterations);
    else
        transform_mixed(in + striped, out + striped, mixed, blockIdx.x - striped_blocks, iterations);
}

extern "C" void transform(const TransformArgs& args) {
    const std::size_t striped = elements_of(args, args.striped_rows) / 4;
    const std::size_t mixed = elements_of(args, args.mixed_rows) / 4;
    const unsigned striped_blocks = groups_of(mixed_block, striped);
    const unsigned blocks = striped_blocks + groups_of(mixed_block * quads_each, mixed);
    if (blocks == 0) return; // CUDA refuses a grid without blocks
    transform_rows<<<blocks, mixed_block>>>(reinterpret_cast<const float4*>(args.in),
                                            reinterpret_cast<float4*>(args.out), striped, mixed,
                                            striped_blocks, args.iterations);
    CUDA_CHECK_LAUNCH();
}
