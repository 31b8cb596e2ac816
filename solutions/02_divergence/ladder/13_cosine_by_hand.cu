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
//   11_round_by_adding    rounding without the special-function unit
//   12_half_angles        three roots and a quotient done on paper
// > 13_cosine_by_hand     some cosines from multiply-adds   <- you are here
//
// Change:  rung 12 with two of its three cosines computed by multiply-adds, and two groups a thread.
// Why:     rung 12 has the unit for sine and root at work for 92 % of the time, and an SM has an
//          instruction to issue for it or another unit 69 % of the time, both measured once on an H200.
//          Four multiply-adds and a product make a cosine on half a circle that is as good as the unit's;
//          so some of the work goes over to where there is room, as much as keeps both busy. And with two
//          groups a thread there are eight values on their way that do not wait for each other.
// Counter: instructions rise by 8 %, and the time falls. A count says what is done, not what is waited for.
// Costs:   a polynomial with its interval, and a second tail.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads in a block
#endif
#ifndef GROUPS
#define GROUPS 2 // groups of four columns a thread
#endif

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

__device__ float fast_root(float u) {
    float y;
    asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(u));
    return y;
}
__device__ float fast_reciprocal_root(float u) {
    float y;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(u));
    return y;
}
__device__ float fast_log2(float u) {
    float y;
    asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(u));
    return y;
}

constexpr float root_of_two = 1.41421356f;

__device__ float fast_step_log(float v) { return v + fast_root(fmaf(fast_log2(v), 0.69314718f, 1.0f)); }
/// sqrt(2) cos(r / 2) for |r| up to pi, within 7e-8: a polynomial in r * r.
__device__ float cosine_by_hand(float r) {
    const float q = r * r;
    float p = fmaf(q, 1.278984737e-7f, -3.0612455e-5f);
    p = fmaf(q, p, 3.682574227e-3f);
    p = fmaf(q, p, -0.1767763584f);
    return fmaf(q, p, 1.4142134959f);
}

__device__ float fast_step_cos(float v) { return v + cosine_by_hand(within_circle(v)); }
__device__ float fast_step_sin(float v) {
    constexpr float quarter_pi = 0.78539816f;
    return fmaf(root_of_two, fabsf(__cosf(fmaf(0.5f, within_circle(v), -quarter_pi))), v);
}
__device__ float fast_step_tan(float v) {
    constexpr float smallest = 1e-8f; // of a cosine: next to a pole the polynomial may be 0
    const float r = within_half_circle(v);
    const float c = fmaxf(cosine_by_hand(2.0f * r), smallest);
    const float m = fmaf(root_of_two, fabsf(__sinf(r)), c); // c and m are sqrt(2) times those of rung 12
    return fmaf(m, fast_reciprocal_root(m * c), v);
}

__global__ void transform_groups(const float4* in, float4* out, std::size_t groups, int iterations) {
    const std::size_t first = std::size_t{blockIdx.x} * (BLOCK * GROUPS) + threadIdx.x;
    float4 value[GROUPS] = {};
#pragma unroll
    for (int j = 0; j < GROUPS; ++j)
        if (first + j * BLOCK < groups) value[j] = in[first + j * BLOCK];

    for (int i = 0; i < iterations; ++i) {
#pragma unroll
        for (int j = 0; j < GROUPS; ++j) {
            value[j].x = fast_step_log(value[j].x);
            value[j].y = fast_step_cos(value[j].y);
            value[j].z = fast_step_sin(value[j].z);
            value[j].w = fast_step_tan(value[j].w);
        }
    }

#pragma unroll
    for (int j = 0; j < GROUPS; ++j)
        if (first + j * BLOCK < groups) out[first + j * BLOCK] = value[j];
}

extern "C" void transform(const TransformArgs& args) {
    const std::size_t groups = elements_of(args) / 4;
    if (groups == 0) return;
    const auto* in = reinterpret_cast<const float4*>(args.in);
    auto* out = reinterpret_cast<float4*>(args.out);
    transform_groups<<<groups_of(BLOCK * GROUPS, groups), BLOCK>>>(in, out, groups, args.iterations);
    CUDA_CHECK_LAUNCH();
}
