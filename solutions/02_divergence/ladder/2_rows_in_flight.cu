// Lab 02, the ladder. NOTES.md has the calculations and the measurements.
//   0_original            a warp reads down a column
//   1_coalesced           a warp reads along a row, and diverges four ways
// > 2_rows_in_flight      the same, with four rows per thread   <- you are here
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
// Change:  a thread takes four rows of a column, and loads all four values before it uses the first.
// Why not: this is lab 01's solution, thread coarsening for more bytes in flight. You can write it before this
//          lab, and here it gains nothing: the kernel does not wait for memory, its warps wait to issue
//          instructions, and every warp still has all four formulas.
// Counter: bytes in flight rise; warp instructions per value and step stay at 5.3, active lanes at 9.
// Costs:   a second tail, for the last rows.

#include "kernelsmith/check.h"
#include "lab.h"

constexpr int rows_each = 4;

__global__ void transform_rows(const float* in, float* out, int width, int striped_rows, int rows,
                               int iterations) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= width) return;

    const std::size_t pitch = width;
    for (int first = blockIdx.y * rows_each; first < rows; first += gridDim.y * rows_each) {
        float value[rows_each];
#pragma unroll
        for (int j = 0; j < rows_each; ++j)
            value[j] = first + j < rows ? in[(first + j) * pitch + column] : 12.0f;
#pragma unroll
        for (int j = 0; j < rows_each; ++j) {
            const int formula = first + j < striped_rows ? column % formulas : formula_of(value[j]);
            value[j] = transformed(value[j], formula, iterations);
        }
#pragma unroll
        for (int j = 0; j < rows_each; ++j)
            if (first + j < rows) out[(first + j) * pitch + column] = value[j];
    }
}

extern "C" void transform(const TransformArgs& args) {
    const int rows = args.striped_rows + args.mixed_rows;
    if (args.width == 0 || rows == 0) return;
    const unsigned down = groups_of(rows_each, rows);
    const dim3 grid(groups_of(256, args.width), down < 32768 ? down : 32768);
    transform_rows<<<grid, 256>>>(args.in, args.out, args.width, args.striped_rows, rows, args.iterations);
    CUDA_CHECK_LAUNCH();
}
