// Lab 02 with a table of functions in constant memory: the formula of a value is an index into it, and a step is a
// call through a pointer. Choose this if the formulas are set at run time. Such a call cannot be inlined, so each
// step pays for it. The lanes of a warp mostly call the same function, so the warp rarely
// diverges.

#include "kernelsmith/check.h"
#include "lab.h"

using Step = float (*)(float);

/// The steps, indexed by formula.
__constant__ Step steps[formulas] = {step_log, step_cos, step_sin, step_tan};

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

__global__ void transform_mixed(const float4* in, float4* out, std::size_t quads, int iterations) {
    __shared__ float ordered[mixed_block * mixed_values];
    const std::size_t first = std::size_t{blockIdx.x} * (mixed_block * quads_each) + threadIdx.x;

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
    for (int at = threadIdx.x; at < mixed_block * mixed_values; at += mixed_block) {
        const Step step = steps[order.formula_at(at)];
        float v = ordered[at];
        for (int i = 0; i < iterations; ++i) v = step(v);
        ordered[at] = v;
    }
    __syncthreads();

#pragma unroll
    for (int i = 0; i < quads_each; ++i) {
        const std::size_t quad = first + i * mixed_block;
        const int* at = order.place + 4 * i;
        if (quad < quads)
            out[quad] = make_float4(ordered[at[0]], ordered[at[1]], ordered[at[2]], ordered[at[3]]);
    }
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
        const unsigned blocks = groups_of(mixed_block * quads_each, mixed);
        transform_mixed<<<blocks, mixed_block>>>(in + striped, out + striped, mixed, args.iterations);
        CUDA_CHECK_LAUNCH();
    }
}
