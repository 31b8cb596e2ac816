// Lab 02, the ladder. NOTES.md has the sums and the measurements.
//   0_original            a warp reads down a column
//   1_coalesced           a warp reads along a row, and parts four ways
// > 2_split_kernels       one kernel a formula   <- you are here
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
//   13_cosine_by_hand     some cosines from multiply-adds
//
// Change:  a kernel for each formula, launched one after the other. A thread takes every fourth column.
// Why:     a kernel that has one formula cannot part ways. It pays in memory: of each sector of 32 bytes it
//          wants two floats, and the other six are fetched three more times, by the other three kernels.
// Counter: active lanes rise from 10 to 32; sectors for 128 bytes rise from 4 to 16.
// Costs:   the matrix is read and written four times over. Between two kernels the cache is of no help: it
//          holds 60 MB on an H200, and the matrix 256 MB.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads in a block
#endif

/// Takes the elements first, first + 4, first + 8, ... of the @p groups groups of four.
template <int formula>
__global__ void transform_columns(const float* in, float* out, std::size_t groups, int iterations) {
    const std::size_t group = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (group >= groups) return;
    const std::size_t i = 4 * group + formula;
    out[i] = transformed(in[i], formula, iterations);
}

extern "C" void transform(const TransformArgs& args) {
    const std::size_t groups = elements_of(args) / 4;
    if (groups == 0) return;
    const unsigned grid = groups_of(BLOCK, groups);
    transform_columns<0><<<grid, BLOCK>>>(args.in, args.out, groups, args.iterations);
    transform_columns<1><<<grid, BLOCK>>>(args.in, args.out, groups, args.iterations);
    transform_columns<2><<<grid, BLOCK>>>(args.in, args.out, groups, args.iterations);
    transform_columns<3><<<grid, BLOCK>>>(args.in, args.out, groups, args.iterations);
    CUDA_CHECK_LAUNCH();
}
