// Lab 02, the ladder. NOTES.md has the calculations and the measurements.
//   0_original            a warp reads down a column
// > 1_coalesced           a warp reads along a row, and diverges four ways   <- you are here
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
//   14_round_by_adding    rounding without the special-function unit
//   15_half_angles        three roots and a quotient simplified on paper
//   16_cosine_by_hand     some cosines from multiply-adds
//
// Change:  a thread takes one element, and its neighbour the next.
// Why:     a warp's 32 values are now 128 contiguous bytes, and there is one thread per element instead of
//          one per row. That is lab 01's lesson, and it causes a new problem. Neighbouring columns have
//          different formulas, so a warp has all four of them in striped rows, too: it executes each with 8
//          active lanes, while the other 24 wait.
// Counter: sectors per 128 bytes fall from 32 to 4. Active lanes per instruction fall from 16 to about 9.
// Costs:   three quarters of every issued instruction.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block
#endif

__global__ void transform_elements(const float* in, float* out, std::size_t striped, std::size_t count,
                                   int iterations) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const float v = in[i];
    out[i] = transformed(v, i < striped ? i % formulas : formula_of(v), iterations);
}

extern "C" void transform(const TransformArgs& args) {
    const std::size_t striped = elements_of(args, args.striped_rows);
    const std::size_t count = striped + elements_of(args, args.mixed_rows);
    if (count == 0) return;
    transform_elements<<<groups_of(BLOCK, count), BLOCK>>>(args.in, args.out, striped, count,
                                                           args.iterations);
    CUDA_CHECK_LAUNCH();
}
