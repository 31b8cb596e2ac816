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
// > 9_block_size          the same, at a block size from a sweep   <- you are here
//   10_shared_staging     striped rows through shared memory
//   11_lookup_table       results looked up by the nearest integer
//   12_fast_intrinsics    the special-function unit, on unreduced arguments
//   13_reduced_arguments  the special-function unit, on arguments within a period
//   14_round_by_adding    rounding without the special-function unit
//   15_half_angles        three roots and a quotient simplified on paper
//   16_cosine_by_hand     some cosines from multiply-adds
//
// Change:  only the number of threads per block in the striped rows, which a sweep can set.
// Why:     in lab 01 blocks of 64 threads took twice as long as blocks of 128, because the GPU could not
//          start them fast enough. Here a thread computes five steps before it is done, and starting its
//          block is a small part of that. From 64 to 512 threads the times differ by 1 %. Blocks of 32 fill
//          half of an SM, and blocks of 1024 free it late, when the slowest of 32 warps is done: 3 % each,
//          measured once on an H200, in a matrix of striped rows only.
// Counter: theoretical occupancy, 50 % for 32 threads and 100 % from 64 on. Half of the warps cost only 3 %,
//          so the kernel does not need more warps.
// Costs:   nothing.
// Next:    the solution is this program.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block in the striped rows
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

/// Transforms the mixed rows, regrouped as in rung 8.
__global__ void transform_mixed(const float4* in, float4* out, std::size_t groups, int iterations) {
    constexpr int each = mixed_values / 4; // float4 groups per thread
    __shared__ float ordered[mixed_block * mixed_values];
    const std::size_t first = std::size_t{blockIdx.x} * (mixed_block * each) + threadIdx.x;

    int formula[mixed_values];
    float value[mixed_values];
#pragma unroll
    for (int j = 0; j < each; ++j) {
        const std::size_t group = first + j * mixed_block;
        // Values past the end are computed, but not stored.
        const float4 four = group < groups ? in[group] : make_float4(12.0f, 12.0f, 12.0f, 12.0f);
        value[4 * j] = four.x;
        value[4 * j + 1] = four.y;
        value[4 * j + 2] = four.z;
        value[4 * j + 3] = four.w;
    }
#pragma unroll
    for (int j = 0; j < mixed_values; ++j) formula[j] = formula_of(value[j]);
    const Order order = order_by_formula(formula);

#pragma unroll
    for (int j = 0; j < mixed_values; ++j) ordered[order.place[j]] = value[j];
    __syncthreads();
    for (int at = threadIdx.x; at < mixed_block * mixed_values; at += mixed_block)
        ordered[at] = transformed(ordered[at], order.formula_at(at), iterations);
    __syncthreads();

#pragma unroll
    for (int j = 0; j < each; ++j) {
        const std::size_t group = first + j * mixed_block;
        const int* place = order.place + 4 * j;
        if (group < groups)
            out[group] =
                make_float4(ordered[place[0]], ordered[place[1]], ordered[place[2]], ordered[place[3]]);
    }
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
        const unsigned grid = groups_of(mixed_block * mixed_values / 4, mixed);
        transform_mixed<<<grid, mixed_block>>>(in + striped, out + striped, mixed, args.iterations);
        CUDA_CHECK_LAUNCH();
    }
}
