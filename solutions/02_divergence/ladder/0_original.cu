// Lab 02, the ladder. NOTES.md has the sums and the measurements.
// > 0_original            a warp reads down a column   <- you are here
//   1_coalesced           a warp reads along a row, and parts four ways
//   2_split_kernels       one kernel a formula
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
// Start:   the launch as it was found. One column of blocks, one thread wide; each thread takes its row from
//          the left edge to the right.
// Why:     the 32 threads of a warp stand below one another. They are always in the same column, so they
//          never part ways: this kernel has no divergence at all. But their 32 values lie a whole row
//          apart, in 32 sectors, and at 8192 rows only 16 of the 512 blocks have a row: 16 SMs work and the
//          others watch.
// Counter: active lanes an instruction, all 32; sectors for 128 bytes, 32 where 4 would do.
// Costs:   nothing to write.

#include "kernelsmith/check.h"
#include "lab.h"

__global__ void transform_rows(const float* in, float* out, int width, int height, int iterations) {
    const int first_row = blockIdx.y * blockDim.y + threadIdx.y;
    const int first_column = blockIdx.x * blockDim.x + threadIdx.x;
    const std::size_t pitch = width;
    for (int row = first_row; row < height; row += gridDim.y * blockDim.y) {
        for (int column = first_column; column < width; column += gridDim.x * blockDim.x) {
            const std::size_t i = row * pitch + column;
            out[i] = transformed(in[i], column, iterations);
        }
    }
}

extern "C" void transform(const TransformArgs& args) {
    const dim3 block(1, 512);
    const dim3 grid(1, 512);
    transform_rows<<<grid, block>>>(args.in, args.out, args.width, args.height, args.iterations);
    CUDA_CHECK_LAUNCH();
}
