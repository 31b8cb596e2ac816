// Lab 02, the ladder. NOTES.md has the calculations and the measurements.
//   0_original            a warp reads down a column
//   1_coalesced           a warp reads along a row, and diverges four ways
//   2_rows_in_flight      the same, with four rows per thread
//   3_split_kernels       striped rows: one kernel per formula
//   4_regrouped_warps     striped rows: a warp takes every fourth column
//   5_select              all four results computed, one kept
//   6_four_columns        striped rows: a thread takes a column of each formula
//   7_float4              the same, with loads and stores of 16 bytes
//   8_regrouped_values    mixed rows: a block orders its values by formula
//   9_block_size          the same, at a block size from a sweep
//   10_shared_staging     striped rows through shared memory
//   11_lookup_table       results looked up by the nearest integer
//   12_fast_intrinsics    the special-function unit, on unreduced arguments
//   13_reduced_arguments  the special-function unit, on arguments within a period
// > 14_round_by_adding    rounding without the special-function unit   <- you are here
//   15_half_angles        three roots and a quotient simplified on paper
//   16_cosine_by_hand     some cosines from multiply-adds
//
// Change:  the integer k of rung 13 is computed by an addition instead of rintf().
// Why:     an instruction that converts or rounds a float runs on the same unit as sine and root, which
//          takes 16 lanes per cycle on each SM; an addition has 128. Rung 13 makes 13 requests to that unit
//          per step of a group of four columns, and three of them are roundings. A sum with 1.5 * 2^23 has no
//          fraction bits, so the addition rounds; subtract the same number, and the result is k.
// Counter: none of this course: the instructions are a few more than before, on another unit.
// Costs:   a line that needs a comment. It is valid for k below 2^22.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block in the striped rows
#endif

/// Returns the root of @p u from the special-function unit; sqrtf() refines it to the last bit.
__device__ float fast_root(float u) {
    float y;
    asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(u));
    return y;
}

/// Returns @p v minus the nearest multiple of the period @p high + @p low. Floats near 1.5 * 2^23 have no
/// fraction bits, so the addition rounds to an integer.
__device__ float within_period(float v, float inverse, float high, float low) {
    constexpr float rounder = 12582912.0f;
    const float k = fmaf(v, inverse, rounder) - rounder;
    return fmaf(-k, low, fmaf(-k, high, v));
}
__device__ float within_circle(float v) {
    return within_period(v, 0.15915494f, 6.2831855f, -1.7484556e-7f); // 2 pi
}
__device__ float within_half_circle(float v) {
    return within_period(v, 0.31830989f, 3.1415927f, -8.742278e-8f); // pi, the period of the tangent
}

__device__ float fast_step_log(float v) { return v + fast_root(__logf(v) + 1.0f); }
__device__ float fast_step_cos(float v) { return v + fast_root(__cosf(within_circle(v)) + 1.0f); }
__device__ float fast_step_sin(float v) { return v + fast_root(__sinf(within_circle(v)) + 1.0f); }
__device__ float fast_step_tan(float v) {
    constexpr float smallest = 1e-8f; // smallest cosine: the special-function unit returns 0 at a pole
    const float r = within_half_circle(v);
    return v + fast_root(__fdividef(fabsf(__sinf(r)), fmaxf(fabsf(__cosf(r)), smallest)) + 1.0f);
}

__device__ float fast_transformed(float v, int formula, int iterations) {
    switch (formula) {
        case 0:
            for (int i = 0; i < iterations; ++i) v = fast_step_log(v);
            break;
        case 1:
            for (int i = 0; i < iterations; ++i) v = fast_step_cos(v);
            break;
        case 2:
            for (int i = 0; i < iterations; ++i) v = fast_step_sin(v);
            break;
        default:
            for (int i = 0; i < iterations; ++i) v = fast_step_tan(v);
            break;
    }
    return v;
}

/// Transforms the striped rows: a thread takes four neighbouring columns.
__global__ void transform_striped(const float4* in, float4* out, std::size_t groups, int iterations) {
    const std::size_t group = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (group >= groups) return;

    float4 value = in[group];
    for (int i = 0; i < iterations; ++i) {
        value.x = fast_step_log(value.x);
        value.y = fast_step_cos(value.y);
        value.z = fast_step_sin(value.z);
        value.w = fast_step_tan(value.w);
    }
    out[group] = value;
}

/// Transforms the mixed rows, regrouped as in rung 8.
__global__ void transform_mixed(const float4* in, float4* out, std::size_t groups, int iterations) {
    constexpr int each = mixed_values / 4; // float4 groups per thread
    __shared__ float ordered[mixed_block * mixed_values];
    const std::size_t first = std::size_t{blockIdx.x} * (mixed_block * each) + threadIdx.x;

    int formula[mixed_values];
    float value[mixed_values];
#pragma unroll
    for (int j = 0; j < each; ++j) {
        const std::size_t group = first + j * mixed_block;
        // Values past the end are computed, but not stored.
        const float4 four = group < groups ? in[group] : make_float4(12.0f, 12.0f, 12.0f, 12.0f);
        value[4 * j] = four.x;
        value[4 * j + 1] = four.y;
        value[4 * j + 2] = four.z;
        value[4 * j + 3] = four.w;
    }
#pragma unroll
    for (int j = 0; j < mixed_values; ++j) formula[j] = formula_of(value[j]);
    const Order order = order_by_formula(formula);

#pragma unroll
    for (int j = 0; j < mixed_values; ++j) ordered[order.place[j]] = value[j];
    __syncthreads();
    for (int at = threadIdx.x; at < mixed_block * mixed_values; at += mixed_block)
        ordered[at] = fast_transformed(ordered[at], order.formula_at(at), iterations);
    __syncthreads();

#pragma unroll
    for (int j = 0; j < each; ++j) {
        const std::size_t group = first + j * mixed_block;
        const int* place = order.place + 4 * j;
        if (group < groups)
            out[group] =
                make_float4(ordered[place[0]], ordered[place[1]], ordered[place[2]], ordered[place[3]]);
    }
}

extern "C" void transform(const TransformArgs& args) {
    const auto* in = reinterpret_cast<const float4*>(args.in);
    auto* out = reinterpret_cast<float4*>(args.out);
    const std::size_t striped = elements_of(args, args.striped_rows) / 4;
    if (striped > 0) {
        transform_striped<<<groups_of(BLOCK, striped), BLOCK>>>(in, out, striped, args.iterations);
        CUDA_CHECK_LAUNCH();
    }
    const std::size_t mixed = elements_of(args, args.mixed_rows) / 4;
    if (mixed > 0) {
        const unsigned grid = groups_of(mixed_block * mixed_values / 4, mixed);
        transform_mixed<<<grid, mixed_block>>>(in + striped, out + striped, mixed, args.iterations);
        CUDA_CHECK_LAUNCH();
    }
}
