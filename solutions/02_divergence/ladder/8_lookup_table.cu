// Lab 02, the ladder. NOTES.md has the sums and the measurements.
//   0_original            a warp reads down a column
//   1_coalesced           a warp reads along a row, and parts four ways
//   2_split_kernels       one kernel a formula
//   3_regrouped_warps     a warp takes every fourth column
//   4_select              all four results computed, one kept
//   5_float4              a thread takes a column of each formula
//   6_block_size          the same, at a block size out of a sweep
//   7_shared_staging      the same, by way of shared memory
// > 8_lookup_table        results looked up by the integer nearest   <- you are here
//   9_fast_intrinsics     the special-function unit, on the argument as it is
//   10_reduced_arguments  the special-function unit, on arguments within a period
//   11_round_by_adding    rounding without the special-function unit
//   12_half_angles        three roots and a quotient done on paper
//   13_cosine_by_hand     some cosines from multiply-adds
//
// Change:  all results are computed beforehand, one for each formula and each whole number between 10 and
//          266, and the matrix only looks them up.
// Why not: the program as it was found filled its matrix with whole numbers, and there the table is right and
//          needs no arithmetic at all. The inputs of this lab lie between the whole numbers. A table is a
//          statement about the inputs; nothing in the interface makes it.
// Counter: instructions, a fraction of rung 6's. The step `correct` fails first.
// Costs:   the right result.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads in a block
#endif

constexpr int lowest = 10;
constexpr int entries = 257; // 10 to 266

__device__ float table[4 * entries];

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

__global__ void transform_groups(const float4* in, float4* out, std::size_t groups) {
    const std::size_t group = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (group >= groups) return;
    const float4 value = in[group];
    out[group] =
        make_float4(look_up(value.x, 0), look_up(value.y, 1), look_up(value.z, 2), look_up(value.w, 3));
}

extern "C" void transform(const TransformArgs& args) {
    const std::size_t groups = elements_of(args) / 4;
    if (groups == 0) return;
    fill_table<<<4, BLOCK>>>(args.iterations);
    CUDA_CHECK_LAUNCH();
    const auto* in = reinterpret_cast<const float4*>(args.in);
    auto* out = reinterpret_cast<float4*>(args.out);
    transform_groups<<<groups_of(BLOCK, groups), BLOCK>>>(in, out, groups);
    CUDA_CHECK_LAUNCH();
}
