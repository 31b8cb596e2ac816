// Lab 02, the ladder. NOTES.md has the calculations and the measurements.
//   0_original            a warp reads down a column
//   1_coalesced           a warp reads along a row, and diverges four ways
//   2_rows_in_flight      the same, with four rows per thread
// > 3_split_kernels       striped rows: one kernel per formula   <- you are here
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
// Change:  in the striped rows one kernel per formula, launched one after the other. A warp takes every
//          fourth column.
// Why:     a kernel with one formula cannot diverge. The price is in memory: a kernel needs two floats of each
//          sector of 32 bytes, and the other three kernels load the same sector again.
//          The mixed rows stay unchanged up to rung 8: there the column does not determine the formula.
// Counter: in the striped rows active lanes rise from 9 to 32, and sectors per 128 bytes from 4 to 16.
// Costs:   the striped rows are read and written four times. Between two kernels the cache does not help: it has
//          60 MB on an H200, and these rows have 128 MB.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block
#endif

/// Transforms the elements formula, formula + 4, formula + 8, ... of the @p groups groups of four.
template <int formula>
__global__ void transform_columns(const float* in, float* out, std::size_t groups, int iterations) {
    const std::size_t group = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (group >= groups) return;
    const std::size_t i = formulas * group + formula;
    out[i] = transformed(in[i], formula, iterations);
}

/// Transforms the mixed rows, one value per thread: a warp has values of all four formulas, and diverges.
__global__ void transform_mixed(const float* in, float* out, std::size_t count, int iterations) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count) out[i] = transformed(in[i], formula_of(in[i]), iterations);
}

extern "C" void transform(const TransformArgs& args) {
    const std::size_t striped = elements_of(args, args.striped_rows);
    const std::size_t groups = striped / formulas;
    if (groups > 0) {
        const unsigned grid = groups_of(BLOCK, groups);
        transform_columns<0><<<grid, BLOCK>>>(args.in, args.out, groups, args.iterations);
        transform_columns<1><<<grid, BLOCK>>>(args.in, args.out, groups, args.iterations);
        transform_columns<2><<<grid, BLOCK>>>(args.in, args.out, groups, args.iterations);
        transform_columns<3><<<grid, BLOCK>>>(args.in, args.out, groups, args.iterations);
        CUDA_CHECK_LAUNCH();
    }
    const std::size_t mixed = elements_of(args, args.mixed_rows);
    if (mixed > 0) {
        const unsigned grid = groups_of(BLOCK, mixed);
        transform_mixed<<<grid, BLOCK>>>(args.in + striped, args.out + striped, mixed, args.iterations);
        CUDA_CHECK_LAUNCH();
    }
}
