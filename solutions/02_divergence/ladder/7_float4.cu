// Lab 02, the ladder. NOTES.md has the calculations and the measurements.
//   0_original            a warp reads down a column
//   1_coalesced           a warp reads along a row, and diverges four ways
//   2_rows_in_flight      the same, with four rows per thread
//   3_split_kernels       striped rows: one kernel per formula
//   4_regrouped_warps     striped rows: a warp takes every fourth column
//   5_select              all four results computed, one kept
//   6_four_columns        striped rows: a thread takes a column of each formula
// > 7_float4              the same, with loads and stores of 16 bytes   <- you are here
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
// Change:  the four values of a thread are loaded by one load of 16 bytes and stored by one store, in the mixed
//          rows, too.
// Why:     four loads of 4 bytes access each sector four times, and use a quarter of it each time. One load uses
//          all of it at once, with a quarter of the requests.
// Counter: sectors per 128 bytes 4 again, requests per 512 bytes 1. Active lanes 31 in the striped rows, and
//          still 8 in the mixed ones.
// Costs:   the rows must be aligned to 16 bytes, which lab.h promises.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 512 // threads per block, as in the launch as found
#endif

/// Transforms the striped rows: a thread takes four neighbouring columns.
__global__ void transform_striped(const float4* in, float4* out, std::size_t groups, int iterations) {
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

/// Transforms the mixed rows, four values per thread: a warp has values of all four formulas, and diverges.
__global__ void transform_mixed(const float4* in, float4* out, std::size_t groups, int iterations) {
    const std::size_t group = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (group >= groups) return;

    float4 value = in[group];
    value.x = transformed(value.x, formula_of(value.x), iterations);
    value.y = transformed(value.y, formula_of(value.y), iterations);
    value.z = transformed(value.z, formula_of(value.z), iterations);
    value.w = transformed(value.w, formula_of(value.w), iterations);
    out[group] = value;
}

extern "C" void transform(const TransformArgs& args) {
    const auto* in = reinterpret_cast<const float4*>(args.in);
    auto* out = reinterpret_cast<float4*>(args.out);
    const std::size_t striped = elements_of(args, args.striped_rows) / 4;
    if (striped > 0) {
        transform_striped<<<groups_of(BLOCK, striped), BLOCK>>>(in, out, striped, args.iterations);
        CUDA_CHECK_LAUNCH();
    }
    const std::size_t mixed = elements_of(args, args.mixed_rows) / 4;
    if (mixed > 0) {
        const unsigned grid = groups_of(BLOCK, mixed);
        transform_mixed<<<grid, BLOCK>>>(in + striped, out + striped, mixed, args.iterations);
        CUDA_CHECK_LAUNCH();
    }
}
