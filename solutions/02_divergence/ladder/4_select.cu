// Lab 02, the ladder. NOTES.md has the sums and the measurements.
//   0_original            a warp reads down a column
//   1_coalesced           a warp reads along a row, and parts four ways
//   2_split_kernels       one kernel a formula
//   3_regrouped_warps     a warp takes every fourth column
// > 4_select              all four results computed, one kept   <- you are here
//   5_float4              a thread takes a column of each formula
//   6_block_size          the same, at a block size out of a sweep
//   7_shared_staging      the same, by way of shared memory
//   8_lookup_table        results looked up by the integer nearest
//   9_fast_intrinsics     the special-function unit, on the argument as it is
//   10_reduced_arguments  the special-function unit, on arguments within a period
//   11_round_by_adding    rounding without the special-function unit
//   12_half_angles        three roots and a quotient done on paper
//   13_cosine_by_hand     some cosines from multiply-adds
//
// Change:  rung 1 without a branch. Each thread computes all four results in every step and keeps the one its
//          column wants.
// Why not: the warp no longer parts ways, and every lane is busy; but three of four results are thrown
//          away. It issues seven eighths of what rung 1 issued, four formulas for one element a thread:
//          divergence is not removed, it is only done by hand.
// Counter: active lanes 32, sectors for 128 bytes 4: both as good as they can be. Instructions fall by an
//          eighth, and so does the time.
// Costs:   four formulas an element. Selecting pays where a path is a few instructions long.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads in a block
#endif

__global__ void transform_elements(const float* in, float* out, std::size_t count, int iterations) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= count) return;

    const int formula = i % 4;
    float v = in[i];
    for (int step = 0; step < iterations; ++step) {
        const float by_log = step_log(v);
        const float by_cos = step_cos(v);
        const float by_sin = step_sin(v);
        const float by_tan = step_tan(v);
        const float low = formula == 0 ? by_log : by_cos;
        const float high = formula == 2 ? by_sin : by_tan;
        v = formula < 2 ? low : high;
    }
    out[i] = v;
}

extern "C" void transform(const TransformArgs& args) {
    const std::size_t count = elements_of(args);
    if (count == 0) return;
    transform_elements<<<groups_of(BLOCK, count), BLOCK>>>(args.in, args.out, count, args.iterations);
    CUDA_CHECK_LAUNCH();
}
