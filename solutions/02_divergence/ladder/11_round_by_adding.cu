// Lab 02, the ladder. NOTES.md has the sums and the measurements.
//   0_original            a warp reads down a column
//   1_coalesced           a warp reads along a row, and parts four ways
//   2_split_kernels       one kernel a formula
//   3_regrouped_warps     a warp takes every fourth column
//   4_select              all four results computed, one kept
//   5_float4              a thread takes a column of each formula
//   6_block_size          the same, at a block size out of a sweep
//   7_shared_staging      the same, by way of shared memory
//   8_lookup_table        results looked up by the integer nearest
//   9_fast_intrinsics     the special-function unit, on the argument as it is
//   10_reduced_arguments  the special-function unit, on arguments within a period
// > 11_round_by_adding    rounding without the special-function unit   <- you are here
//   12_half_angles        three roots and a quotient done on paper
//   13_cosine_by_hand     some cosines from multiply-adds
//
// Change:  the whole number k of rung 10 comes from an addition instead of rintf().
// Why:     an instruction that converts or rounds a float runs on the same unit as sine and root, one that
//          serves 16 lanes a clock on each SM where an addition has 128. Rung 10 asks it 13 times in each
//          step of a group, and three of those are roundings. A sum with 1.5 * 2^23 has no room for digits
//          behind the point, so the addition rounds; subtract the same number, and k is left.
// Counter: none of this course's: the instructions are 3 % more than before. Only the unit is another.
// Costs:   a line that needs a comment. It holds for k below 2^22.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads in a block
#endif

/// A root from the special-function unit; sqrtf() refines it to the last bit.
__device__ float fast_root(float u) {
    float y;
    asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(u));
    return y;
}

/// @p v less the nearest multiple of the period @p high + @p low. 1.5 * 2^23 is so large that a float next
/// to it has no digits behind the point: what is added to it is rounded to a whole number.
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
    constexpr float smallest = 1e-8f; // of a cosine: the special-function unit has a 0 there
    const float r = within_half_circle(v);
    return v + fast_root(__fdividef(fabsf(__sinf(r)), fmaxf(fabsf(__cosf(r)), smallest)) + 1.0f);
}

__global__ void transform_groups(const float4* in, float4* out, std::size_t groups, int iterations) {
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

extern "C" void transform(const TransformArgs& args) {
    const std::size_t groups = elements_of(args) / 4;
    if (groups == 0) return;
    const auto* in = reinterpret_cast<const float4*>(args.in);
    auto* out = reinterpret_cast<float4*>(args.out);
    transform_groups<<<groups_of(BLOCK, groups), BLOCK>>>(in, out, groups, args.iterations);
    CUDA_CHECK_LAUNCH();
}
