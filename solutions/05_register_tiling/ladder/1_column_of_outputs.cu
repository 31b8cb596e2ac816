// Lab 05, the ladder. NOTES.md has the sums and the measurements.
// > 1_column_of_outputs  four outputs a thread, one below the other   <- you are here
//   2_register_tile      four by four outputs a thread
//   3_flat_slabs         the depth of a slab, free of the tile's sides
//   4_wide_accesses      16 bytes a request, in and out
//   5_double_buffer      the next slab under way while this one is used
//   6_deep_slabs         slabs of twice the depth
//   7_async_copies       B copied past the registers
//   8_warp_tiles         a warp's outputs as square as they come
//   9_sized_tiles        tiles by size, and thin edges apart
//
// Change:  from lab 04's tile of 32 with one output a thread: a thread takes OUTPUTS of them, one below the
//          other, and a block has a quarter of the threads for the same tile.
// Why:     a value of B serves all outputs of a column. The thread reads it once and keeps it in a register:
//          for four multiply-adds five shared loads instead of eight.
// Counter: multiply-adds per shared load: 0.5 for one output a thread, 0.8 for four in a column. What is
//          counted is 0.8 and 2, because the compiler reads four neighbours of A in k with one load. However
//          many outputs are in the column, each needs values of A of its own.
// Costs:   a register for each output, and three quarters of the threads.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef OUTPUTS
#define OUTPUTS 4 // outputs a thread; divides 32
#endif

constexpr int side = 32;
constexpr int threads_down = side / OUTPUTS;

__global__ void multiply_tile(ProductArgs args) {
    __shared__ float a_tile[side][side];
    __shared__ float b_tile[side][side];
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int first_row = blockIdx.y * side;
    const int column = blockIdx.x * side + x;

    float sum[OUTPUTS] = {};
    for (int first_k = 0; first_k < args.p; first_k += side) {
#pragma unroll
        for (int i = y; i < side; i += threads_down) {
            const int row = first_row + i;
            const int k = first_k + i;
            a_tile[i][x] = row < args.n && first_k + x < args.p ? args.a[row * args.p + first_k + x] : 0.0f;
            b_tile[i][x] = k < args.p && column < args.m ? args.b[k * args.m + column] : 0.0f;
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < side; ++k) {
            const float b = b_tile[k][x];
#pragma unroll
            for (int i = 0; i < OUTPUTS; ++i) sum[i] += a_tile[y + i * threads_down][k] * b;
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < OUTPUTS; ++i) {
        const int row = first_row + y + i * threads_down;
        if (row < args.n && column < args.m) args.c[row * args.m + column] = sum[i];
    }
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return;
    const dim3 block(side, threads_down);
    const dim3 grid(groups_of(side, args.m), groups_of(side, args.n));
    multiply_tile<<<grid, block>>>(args);
    CUDA_CHECK_LAUNCH();
}
