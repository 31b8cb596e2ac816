// Lab 02, the ladder. NOTES.md has the calculations and the measurements.
// > 0_original            a warp reads down a column   <- you are here
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
//   11_lookup_table       results looked up by the nearest integer
//   12_fast_intrinsics    the special-function unit, on unreduced arguments
//   13_reduced_arguments  the special-function unit, on arguments within a period
//   14_round_by_adding    rounding without the special-function unit
//   15_half_angles        three roots and a quotient simplified on paper
//   16_cosine_by_hand     some cosines from multiply-adds
//
// Start:   the launch as it was found. One column of blocks, one thread wide; each thread takes its row from
//          the left edge to the right.
// Why:     the 32 threads of a warp are in consecutive rows, always in the same column. So a warp does not
//          diverge in the striped rows; it does in the mixed ones. But its 32 values are a whole row apart, in
//          32 sectors, and at 8192 rows only 16 of the 512 blocks have a row: 16 SMs work, the others are idle.
// Counter: sectors per 128 bytes, 32 where 4 would do; active lanes per instruction, 16.
// Costs:   nothing to write.

#include "kernelsmith/check.h"
#include "lab.h"

__global__ void transform_rows(const float* in, float* out, int width, int striped_rows, int rows,
                               int iterations) {
    const int first_row = blockIdx.y * blockDim.y + threadIdx.y;
    const int first_column = blockIdx.x * blockDim.x + threadIdx.x;
    const std::size_t pitch = width;
    for (int row = first_row; row < rows; row += gridDim.y * blockDim.y) {
        for (int column = first_column; column < width; column += gridDim.x * blockDim.x) {
            const std::size_t i = row * pitch + column;
            const float v = in[i];
            const int formula = row < striped_rows ? column % formulas : formula_of(v);
            out[i] = transformed(v, formula, iterations);
        }
    }
}

extern "C" void transform(const TransformArgs& args) {
    const dim3 block(1, 512);
    const dim3 grid(1, 512);
    transform_rows<<<grid, block>>>(args.in, args.out, args.width, args.striped_rows,
                                    args.striped_rows + args.mixed_rows, args.iterations);
    CUDA_CHECK_LAUNCH();
}
