// Lab 02, the ladder. NOTES.md has the calculations and the measurements.
//   0_original            a warp reads down a column
//   1_coalesced           a warp reads along a row, and diverges four ways
//   2_rows_in_flight      the same, with four rows per thread
//   3_split_kernels       striped rows: one kernel per formula
//   4_regrouped_warps     striped rows: a warp takes every fourth column
// > 5_select              all four results computed, one kept   <- you are here
//   6_four_columns        striped rows: a thread takes a column of each formula
//   7_float4              the same, with loads and stores of 16 bytes
//   8_regrouped_values    mixed rows: a block orders its values by formula
//   9_block_size          the same, at a block size from a sweep
//   10_shared_staging     striped rows through shared memory
//   11_lookup_table       results looked up by the nearest integer
//   12_fast_intrinsics    the special-function unit, on unreduced arguments
//   13_reduced_arguments  the special-function unit, on arguments within a period
//   14_round_by_adding    rounding without the special-function unit
//   15_half_angles        three roots and a quotient simplified on paper
//   16_cosine_by_hand     some cosines from multiply-adds
//
// Change:  rung 1 without a branch. Each thread computes all four results in every step and keeps the one of
//          its formula.
// Why not: the warp no longer diverges, and every lane is active; but three of four results are thrown away.
//          It issues seven eighths of the instructions of rung 1, four formulas for one element per thread:
//          divergence is not removed, it is only written out by hand.
// Counter: active lanes 32, sectors per 128 bytes 4: both at their optimum. Instructions fall by an eighth, and
//          so does the time.
// Costs:   four formulas per element. Selecting pays if a path is a few instructions long.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block
#endif

__global__ void transform_elements(const float* in, float* out, std::size_t striped, std::size_t count,
                                   int iterations) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= count) return;

    float v = in[i];
    const int formula = i < striped ? i % formulas : formula_of(v);
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
    const std::size_t striped = elements_of(args, args.striped_rows);
    const std::size_t count = striped + elements_of(args, args.mixed_rows);
    if (count == 0) return;
    transform_elements<<<groups_of(BLOCK, count), BLOCK>>>(args.in, args.out, striped, count,
                                                           args.iterations);
    CUDA_CHECK_LAUNCH();
}
