// Lab 05, the ladder. NOTES.md has the calculations and the measurements.
// > 1_column_of_outputs  four outputs per thread, in a column   <- you are here
//   2_register_tile      four by four outputs per thread
//   3_flat_slabs         slabs that are less deep than the tile is wide
//   4_wide_accesses      16 bytes per access, for loads and stores
//   5_double_buffer      the next slab in flight while this one is used
//   6_deep_slabs         slabs of twice the depth
//   7_async_copies       B by asynchronous copies, without registers
//   8_warp_tiles         nearly square warp tiles, and reads one k ahead
//   9_sized_tiles        tiles chosen by size, and separate thin edges
//
// Change:  from lab 04's tile of 32 with one output per thread: a thread computes OUTPUTS of them, in one
//          column, and a block has a quarter of the threads for the same tile.
// Why:     a value of B serves all outputs of a column. The thread reads it once and keeps it in a register:
//          four multiply-adds take five shared loads instead of eight.
// Counter: multiply-adds per shared load: 0.5 for one output per thread, 0.8 for four in a column. The counted
//          values are 0.8 and 2, because the compiler reads four neighbours of A in k with one load. Each output
//          needs different values of A, however long the column is.
// Costs:   one register per output, and three quarters of the threads.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef OUTPUTS
#define OUTPUTS 4 // outputs per thread; divides 32
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
