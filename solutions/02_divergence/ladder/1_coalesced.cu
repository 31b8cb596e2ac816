// Lab 02, the ladder. NOTES.md has the sums and the measurements.
//   0_original            a warp reads down a column
// > 1_coalesced           a warp reads along a row, and parts four ways   <- you are here
//   2_rows_in_flight      the same, with four rows a thread
//   3_split_kernels       striped rows: one kernel a formula
//   4_regrouped_warps     striped rows: a warp takes every fourth column
//   5_select              all four results computed, one kept
//   6_four_columns        striped rows: a thread takes a column of each formula
//   7_float4              the same, with loads and stores of 16 bytes
//   8_regrouped_values    mixed rows: a block orders its values by formula
//   9_block_size          the same, at a block size out of a sweep
//   10_shared_staging     striped rows by way of shared memory
//   11_lookup_table       results looked up by the integer nearest
//   12_fast_intrinsics    the special-function unit, on the argument as it is
//   13_reduced_arguments  the special-function unit, on arguments within a period
//   14_round_by_adding    rounding without the special-function unit
//   15_half_angles        three roots and a quotient done on paper
//   16_cosine_by_hand     some cosines from multiply-adds
//
// Change:  a thread takes one element, and its neighbour the next.
// Why:     a warp's 32 values are now 128 bytes in a row, and there is a thread for every element instead of
//          one for every row. That is lab 01's lesson; and it brings a new trouble. Neighbouring columns have
//          different formulas, so a warp has all four of them in striped rows, too: it goes through each with
//          the 8 threads that want it, while the other 24 wait.
// Counter: sectors for 128 bytes fall from 32 to 4. Active lanes an instruction fall from 16 to about 9.
// Costs:   three quarters of every issued instruction.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads in a block
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
