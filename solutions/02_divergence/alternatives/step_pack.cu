// Lab 02 with the four steps as a pack of template arguments: fold expressions apply all four of them to a group of
// striped columns, and one of the four to a mixed value. Choose this if the set of formulas changes often: one
// line names them all, and each call is still inlined.

#include "kernelsmith/check.h"
#include "lab.h"

/// Returns @p v after @p iterations times @p step.
template <float (*step)(float)> __device__ float repeated(float v, int iterations) {
    for (int i = 0; i < iterations; ++i) v = step(v);
    return v;
}

/// The formulas, in the order of their indices.
template <float (*... steps)(float)> struct Formulas {
    static constexpr int count = sizeof...(steps);

    /// Applies all iterations to `count` values, one of each formula.
    static __device__ void side_by_side(float (&value)[count], int iterations) {
        for (int i = 0; i < iterations; ++i) {
            int number = 0;
            ((value[number] = steps(value[number]), ++number), ...);
        }
    }

    /// Returns @p v after all iterations of @p formula.
    static __device__ float one_of(int formula, float v, int iterations) {
        int number = 0;
        // The fold stops at the matching formula.
        (void)((formula == number++ && (v = repeated<steps>(v, iterations), true)) || ...);
        return v;
    }
};
using All = Formulas<step_log, step_cos, step_sin, step_tan>;

constexpr int striped_block = 256;           // threads per block in striped rows
constexpr int quads_each = mixed_values / 4; // float4 groups per thread in mixed rows

__global__ void transform_striped(const float4* in, float4* out, std::size_t quads, int iterations) {
    const std::size_t quad = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (quad >= quads) return;

    const float4 four = in[quad];
    float value[All::count] = {four.x, four.y, four.z, four.w};
    All::side_by_side(value, iterations);
    out[quad] = make_float4(value[0], value[1], value[2], value[3]);
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
    for (int at = threadIdx.x; at < mixed_block * mixed_values; at += mixed_block)
        ordered[at] = All::one_of(order.formula_at(at), ordered[at], iterations);
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
