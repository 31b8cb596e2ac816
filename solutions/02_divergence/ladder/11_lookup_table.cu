// Lab 02, the ladder. NOTES.md has the calculations and the measurements.
//   0_original            a warp reads down a column
//   1_coalesced           a warp reads along a row, and diverges four ways
//   2_rows_in_flight      the same, with four rows per thread
//   3_split_kernels       striped rows: one kernel per formula
//   4_regrouped_warps     striped rows: a warp takes every fourth column
//   5_select              all four results computed, one kept
//   6_four_columns        striped rows: a thread takes a column of each formula
//   7_float4              the same, with loads and stores of 16 bytes
//   8_regrouped_values    mixed rows: a block orders its values by formula
//   9_block_size          the same, at a block size from a sweep
//   10_shared_staging     striped rows through shared memory
// > 11_lookup_table       results looked up by the nearest integer   <- you are here
//   12_fast_intrinsics    the special-function unit, on unreduced arguments
//   13_reduced_arguments  the special-function unit, on arguments within a period
//   14_round_by_adding    rounding without the special-function unit
//   15_half_angles        three roots and a quotient simplified on paper
//   16_cosine_by_hand     some cosines from multiply-adds
//
// Change:  all results are precomputed, one per formula and integer from 10 to 266, and each element of the
//          matrix is only looked up.
// Why not: the program as it was found filled its matrix with integers, and there the table is right and
//          needs no arithmetic at all. The inputs of this lab are between the integers. A table assumes
//          something about the inputs that the interface does not state.
// Counter: instructions, a fraction of rung 9's. The step `correct` fails first.
// Costs:   the right result.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block
#endif

constexpr int lowest = 10;
constexpr int entries = 257; // 10 to 266

__device__ float table[formulas * entries];

__global__ void fill_table(int iterations) {
    const int formula = blockIdx.x;
    for (int i = threadIdx.x; i < entries; i += blockDim.x) {
        const auto v = static_cast<float>(lowest + i);
        table[formula * entries + i] = transformed(v, formula, iterations);
    }
}

__device__ float look_up(float v, int formula) {
    const int nearest = __float2int_rn(v) - lowest;
    return table[formula * entries + min(max(nearest, 0), entries - 1)];
}

__global__ void transform_groups(const float4* in, float4* out, std::size_t striped, std::size_t groups) {
    const std::size_t group = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (group >= groups) return;
    const float4 v = in[group];
    const int4 formula = group < striped
                             ? make_int4(0, 1, 2, 3)
                             : make_int4(formula_of(v.x), formula_of(v.y), formula_of(v.z), formula_of(v.w));
    out[group] = make_float4(look_up(v.x, formula.x), look_up(v.y, formula.y), look_up(v.z, formula.z),
                             look_up(v.w, formula.w));
}

extern "C" void transform(const TransformArgs& args) {
    const std::size_t striped = elements_of(args, args.striped_rows) / 4;
    const std::size_t groups = striped + elements_of(args, args.mixed_rows) / 4;
    if (groups == 0) return;
    fill_table<<<formulas, BLOCK>>>(args.iterations);
    CUDA_CHECK_LAUNCH();
    const auto* in = reinterpret_cast<const float4*>(args.in);
    auto* out = reinterpret_cast<float4*>(args.out);
    transform_groups<<<groups_of(BLOCK, groups), BLOCK>>>(in, out, striped, groups);
    CUDA_CHECK_LAUNCH();
}
