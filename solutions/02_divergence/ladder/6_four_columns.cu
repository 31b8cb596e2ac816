// Lab 02, the ladder. NOTES.md has the calculations and the measurements.
//   0_original            a warp reads down a column
//   1_coalesced           a warp reads along a row, and diverges four ways
//   2_rows_in_flight      the same, with four rows per thread
//   3_split_kernels       striped rows: one kernel per formula
//   4_regrouped_warps     striped rows: a warp takes every fourth column
//   5_select              all four results computed, one kept
// > 6_four_columns        striped rows: a thread takes a column of each formula   <- you are here
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
// Change:  in the striped rows a thread takes four neighbouring columns, one of each formula, and computes all
//          four formulas itself.
// Why:     all threads of a warp now execute the four formulas together, one after the other: the same
//          instructions that rung 1's warp issued, but each of them for 32 values instead of 8. And the
//          overhead of a thread, its index, loop and branch, is shared by four values.
// Counter: in the striped rows warp instructions per value and step fall from 5.3 to 1.3, and active lanes
//          rise to 31. Sectors per 128 bytes rise to 16: a load uses a quarter of each sector that it accesses.
// Costs:   the width must be a multiple of 4, which lab.h promises.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 512 // threads per block, as in the launch as found
#endif

__global__ void transform_striped(const float* in, float* out, std::size_t groups, int iterations) {
    const std::size_t group = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (group >= groups) return;

    const std::size_t first = formulas * group;
    float by_log = in[first], by_cos = in[first + 1], by_sin = in[first + 2], by_tan = in[first + 3];
    for (int i = 0; i < iterations; ++i) {
        by_log = step_log(by_log);
        by_cos = step_cos(by_cos);
        by_sin = step_sin(by_sin);
        by_tan = step_tan(by_tan);
    }
    out[first] = by_log;
    out[first + 1] = by_cos;
    out[first + 2] = by_sin;
    out[first + 3] = by_tan;
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
        transform_striped<<<groups_of(BLOCK, groups), BLOCK>>>(args.in, args.out, groups, args.iterations);
        CUDA_CHECK_LAUNCH();
    }
    const std::size_t mixed = elements_of(args, args.mixed_rows);
    if (mixed > 0) {
        const unsigned grid = groups_of(BLOCK, mixed);
        transform_mixed<<<grid, BLOCK>>>(args.in + striped, args.out + striped, mixed, args.iterations);
        CUDA_CHECK_LAUNCH();
    }
}
