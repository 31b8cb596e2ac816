// Lab 02, the ladder. NOTES.md has the sums and the measurements.
//   0_original            a warp reads down a column
//   1_coalesced           a warp reads along a row, and parts four ways
//   2_split_kernels       one kernel a formula
//   3_regrouped_warps     a warp takes every fourth column
//   4_select              all four results computed, one kept
//   5_float4              a thread takes a column of each formula
//   6_block_size          the same, at a block size out of a sweep
// > 7_shared_staging      the same, by way of shared memory   <- you are here
//   8_lookup_table        results looked up by the integer nearest
//   9_fast_intrinsics     the special-function unit, on the argument as it is
//   10_reduced_arguments  the special-function unit, on arguments within a period
//   11_round_by_adding    rounding without the special-function unit
//   12_half_angles        three roots and a quotient done on paper
//   13_cosine_by_hand     some cosines from multiply-adds
//
// Change:  rung 6 with the values on a detour: from memory into shared memory, from there into registers, and
//          back the same way.
// Why not: shared memory pays when one thread reads what another one has fetched. Here every thread fetches
//          its own four values, uses them alone, and has registers for them. What is left is the detour.
// Counter: two barriers a warp and four shared requests, from none; everything else as in rung 6.
// Costs:   16 bytes of shared memory a thread; and a thread without a group may not leave early any more,
//          because a barrier is for all threads of the block.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads in a block
#endif

__global__ void transform_groups(const float4* in, float4* out, std::size_t groups, int iterations) {
    __shared__ float4 stage[BLOCK];
    const std::size_t group = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const bool has_group = group < groups;

    if (has_group) stage[threadIdx.x] = in[group];
    __syncthreads();
    if (has_group) {
        float4 value = stage[threadIdx.x];
        for (int i = 0; i < iterations; ++i) {
            value.x = step_log(value.x);
            value.y = step_cos(value.y);
            value.z = step_sin(value.z);
            value.w = step_tan(value.w);
        }
        stage[threadIdx.x] = value;
    }
    __syncthreads();
    if (has_group) out[group] = stage[threadIdx.x];
}

extern "C" void transform(const TransformArgs& args) {
    const std::size_t groups = elements_of(args) / 4;
    if (groups == 0) return;
    const auto* in = reinterpret_cast<const float4*>(args.in);
    auto* out = reinterpret_cast<float4*>(args.out);
    transform_groups<<<groups_of(BLOCK, groups), BLOCK>>>(in, out, groups, args.iterations);
    CUDA_CHECK_LAUNCH();
}
