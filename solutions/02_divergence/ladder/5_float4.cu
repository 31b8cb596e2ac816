// Lab 02, the ladder. NOTES.md has the sums and the measurements.
//   0_original            a warp reads down a column
//   1_coalesced           a warp reads along a row, and parts four ways
//   2_split_kernels       one kernel a formula
//   3_regrouped_warps     a warp takes every fourth column
//   4_select              all four results computed, one kept
// > 5_float4              a thread takes a column of each formula   <- you are here
//   6_block_size          the same, at a block size out of a sweep
//   7_shared_staging      the same, by way of shared memory
//   8_lookup_table        results looked up by the integer nearest
//   9_fast_intrinsics     the special-function unit, on the argument as it is
//   10_reduced_arguments  the special-function unit, on arguments within a period
//   11_round_by_adding    rounding without the special-function unit
//   12_half_angles        three roots and a quotient done on paper
//   13_cosine_by_hand     some cosines from multiply-adds
//
// Change:  a thread takes four neighbouring columns, one of each formula, with one load and one store of 16
//          bytes.
// Why:     all threads of a warp now go through the four formulas together, one after the other: the same
//          instructions that rung 1's warp issued, but each of them for 32 values instead of 8. Memory is
//          read in full sectors again. And what a thread does besides, index, loop and branch, is done once
//          for four values.
// Counter: active lanes 32 and sectors for 128 bytes 4, together for the first time.
// Costs:   the width has to be a multiple of 4 and the rows aligned to 16 bytes, which lab.h promises.
// Next:    the solution is this kernel.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 512 // threads in a block, as in the launch that was found
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
