// Lab 02, the ladder. NOTES.md has the sums and the measurements.
//   0_original            a warp reads down a column
//   1_coalesced           a warp reads along a row, and parts four ways
//   2_split_kernels       one kernel a formula
// > 3_regrouped_warps     a warp takes every fourth column   <- you are here
//   4_select              all four results computed, one kept
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
// Change:  one kernel again. Four neighbouring warps share a stretch of 128 elements, and each takes the 32
//          of them that have its formula.
// Why:     threads part ways within a warp only. Warps may go where they like; so the work is dealt out to
//          them by formula. The four warps of a stretch run at nearly the same time on one SM, so that the
//          sector which one of them fetches is often still in the SM's cache when the next one asks.
// Counter: active lanes 32, as in rung 2; sectors for 128 bytes 16, as in rung 2, but fewer of them come from
//          memory.
// Costs:   a thread for each element, with an index, a loop and a branch for one value: a third more
//          instructions than rung 5, and a third more time.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads in a block; a multiple of 128
#endif

__global__ void transform_elements(const float* in, float* out, std::size_t count, int iterations) {
    constexpr int warp_threads = 32;
    constexpr int formulas = 4;
    const int formula = threadIdx.x / warp_threads % formulas;
    const int stretch = threadIdx.x / (warp_threads * formulas);
    const int inside = threadIdx.x % warp_threads * formulas + formula;
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + stretch * (warp_threads * formulas) + inside;
    if (i >= count) return;
    out[i] = transformed(in[i], formula, iterations);
}

extern "C" void transform(const TransformArgs& args) {
    static_assert(BLOCK % 128 == 0, "four whole warps share a stretch");
    const std::size_t count = elements_of(args);
    if (count == 0) return;
    transform_elements<<<groups_of(BLOCK, count), BLOCK>>>(args.in, args.out, count, args.iterations);
    CUDA_CHECK_LAUNCH();
}
