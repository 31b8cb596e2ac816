// Lab 02, the ladder. NOTES.md has the calculations and the measurements.
//   0_original            a warp reads down a column
//   1_coalesced           a warp reads along a row, and diverges four ways
//   2_rows_in_flight      the same, with four rows per thread
//   3_split_kernels       striped rows: one kernel per formula
// > 4_regrouped_warps     striped rows: a warp takes every fourth column   <- you are here
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
// Change:  one kernel again for the striped rows. Four neighbouring warps share 128 consecutive elements, and
//          each takes the 32 of them that have its formula.
// Why:     divergence happens only within a warp. Different warps may take different paths, so the work is
//          distributed to them by formula. The four warps run at nearly the same time on one SM, so the
//          sector that one of them loads is often still in the SM's cache when the next one requests it.
// Counter: in the striped rows active lanes 32, as in rung 3; sectors per 128 bytes 16, as in rung 3, but fewer of
//          them come from memory.
// Costs:   one thread per element, with an index, a loop and a branch for one value: a fifth more
//          instructions than rung 7.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block; a multiple of 128
#endif

__global__ void transform_striped(const float* in, float* out, std::size_t count, int iterations) {
    constexpr int warp_threads = 32;
    const int formula = threadIdx.x / warp_threads % formulas;
    const int stretch = threadIdx.x / (warp_threads * formulas);
    const int inside = threadIdx.x % warp_threads * formulas + formula;
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + stretch * (warp_threads * formulas) + inside;
    if (i >= count) return;
    out[i] = transformed(in[i], formula, iterations);
}

/// Transforms the mixed rows, one value per thread: a warp has values of all four formulas, and diverges.
__global__ void transform_mixed(const float* in, float* out, std::size_t count, int iterations) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count) out[i] = transformed(in[i], formula_of(in[i]), iterations);
}

extern "C" void transform(const TransformArgs& args) {
    static_assert(BLOCK % 128 == 0, "four whole warps share a stretch");
    const std::size_t striped = elements_of(args, args.striped_rows);
    if (striped > 0) {
        transform_striped<<<groups_of(BLOCK, striped), BLOCK>>>(args.in, args.out, striped, args.iterations);
        CUDA_CHECK_LAUNCH();
    }
    const std::size_t mixed = elements_of(args, args.mixed_rows);
    if (mixed > 0) {
        const unsigned grid = groups_of(BLOCK, mixed);
        transform_mixed<<<grid, BLOCK>>>(args.in + striped, args.out + striped, mixed, args.iterations);
        CUDA_CHECK_LAUNCH();
    }
}
