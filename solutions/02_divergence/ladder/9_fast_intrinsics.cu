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
// > 9_fast_intrinsics     the special-function unit, on the argument as it is   <- you are here
//   10_reduced_arguments  the special-function unit, on arguments within a period
//   11_round_by_adding    rounding without the special-function unit
//   12_half_angles        three roots and a quotient done on paper
//   13_cosine_by_hand     some cosines from multiply-adds
//
// Change:  rung 6 with the functions of the special-function unit, each a few instructions instead of a few
//          dozen.
// Why not: the unit's sine and cosine are good to about 2^-21, within half a circle of 0. A larger angle is
//          first turned into circles, in fp32: 266 radians are 42.3 circles, and a float of that size has
//          18 bits behind the point where one below 1 has 24. The angle is off by as much as an ulp of v.
//          That is too much for 12 % of the cosines and sines, and for 28 % of the tangents, which are
//          steep; the logarithms stay within the tolerance. Measured once on an H200.
// Counter: instructions; the step `correct` fails first.
// Costs:   the right result. Rung 11 is as fast without that.

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

__device__ float fast_step_log(float v) { return v + fast_root(__logf(v) + 1.0f); }
__device__ float fast_step_cos(float v) { return v + fast_root(__cosf(v) + 1.0f); }
__device__ float fast_step_sin(float v) { return v + fast_root(__sinf(v) + 1.0f); }
__device__ float fast_step_tan(float v) {
    constexpr float smallest = 1e-8f; // of a cosine: the special-function unit has a 0 there
    return v + fast_root(__fdividef(fabsf(__sinf(v)), fmaxf(fabsf(__cosf(v)), smallest)) + 1.0f);
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
