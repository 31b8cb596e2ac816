// Lab 02, the ladder. NOTES.md has the sums and the measurements.
//   0_original            a warp reads down a column
//   1_coalesced           a warp reads along a row, and parts four ways
//   2_split_kernels       one kernel a formula
//   3_regrouped_warps     a warp takes every fourth column
//   4_select              all four results computed, one kept
//   5_float4              a thread takes a column of each formula
// > 6_block_size          the same, at a block size out of a sweep   <- you are here
//   7_shared_staging      the same, by way of shared memory
//   8_lookup_table        results looked up by the integer nearest
//   9_fast_intrinsics     the special-function unit, on the argument as it is
//   10_reduced_arguments  the special-function unit, on arguments within a period
//   11_round_by_adding    rounding without the special-function unit
//   12_half_angles        three roots and a quotient done on paper
//   13_cosine_by_hand     some cosines from multiply-adds
//
// Change:  nothing but the number of threads a block, which a sweep can set.
// Why:     in lab 01 blocks of 64 threads took twice as long as blocks of 128, because the GPU could not
//          start them fast enough. Here a thread computes for five steps before it is done, and starting
//          its block is a small part of that. From 64 to 512 threads there is 1 % to choose; 32 fill half
//          of an SM, and 1024 give it back late, when the slowest of 32 warps is done: 3 % each, measured
//          once on an H200.
// Counter: theoretical occupancy, 50 % for 32 threads and 100 % from 64 on. That half of the warps lose
//          only 3 % says that it is not warps the kernel lacks.
// Costs:   nothing.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads in a block
#endif

__global__ void transform_groups(const float4* in, float4* out, std::size_t groups, int iterations) {
    const std::size_t group = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (group >= groups) return;

    float4 value = in[group];
    for (int i = 0; i < iterations; ++i) {
        value.x = step_log(value.x);
        value.y = step_cos(value.y);
        value.z = step_sin(value.z);
        value.w = step_tan(value.w);
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
