// Lab 05, the ladder. NOTES.md has the calculations and the measurements.
//   1_column_of_outputs  four outputs per thread, in a column
// > 2_register_tile      four by four outputs per thread   <- you are here
//   3_flat_slabs         slabs that are less deep than the tile is wide
//   4_wide_accesses      16 bytes per access, for loads and stores
//   5_double_buffer      the next slab in flight while this one is used
//   6_deep_slabs         slabs of twice the depth
//   7_async_copies       B by asynchronous copies, without registers
//   8_warp_tiles         nearly square warp tiles, and reads one k ahead
//   9_sized_tiles        tiles chosen by size, and separate thin edges
//
// Change:  a thread computes OUTPUTS by OUTPUTS outputs, in rows and columns that are 16 apart. The block has
//          16 x 16 threads, and its tile is 64 x 64.
// Why:     OUTPUTS values of A and as many of B have OUTPUTS * OUTPUTS products. For sixteen multiply-adds a
//          thread reads eight values: the loads grow with the side of its tile, the work with its area.
// Counter: multiply-adds per shared load, from 0.8 to 2 in the source, from 2 to 3.2 in the compiled code;
//          global sectors read per multiply-add halve with the larger tile.
// Costs:   16 registers for the sums and eight for the values; and, with slabs that are as deep as the tile
//          is wide, 33 KB of shared memory.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef OUTPUTS
#define OUTPUTS 4 // rows, and columns, of outputs per thread
#endif

constexpr int threads = 16; // in each direction
constexpr int side = threads * OUTPUTS;

__global__ void multiply_tile(ProductArgs args) {
    __shared__ float a_tile[side][side + 4]; // a warp reads two rows at once, from different banks
    __shared__ float b_tile[side][side];
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int first_row = blockIdx.y * side;
    const int first_column = blockIdx.x * side;

    float sum[OUTPUTS][OUTPUTS] = {};
    for (int first_k = 0; first_k < args.p; first_k += side) {
#pragma unroll
        for (int e = y * threads + x; e < side * side; e += threads * threads) {
            const int i = e / side;
            const int j = e % side;
            const bool in_a = first_row + i < args.n && first_k + j < args.p;
            const bool in_b = first_k + i < args.p && first_column + j < args.m;
            a_tile[i][j] = in_a ? args.a[(first_row + i) * args.p + first_k + j] : 0.0f;
            b_tile[i][j] = in_b ? args.b[(first_k + i) * args.m + first_column + j] : 0.0f;
        }
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < side; ++k) {
            float a[OUTPUTS], b[OUTPUTS];
#pragma unroll
            for (int i = 0; i < OUTPUTS; ++i) a[i] = a_tile[y + i * threads][k];
#pragma unroll
            for (int j = 0; j < OUTPUTS; ++j) b[j] = b_tile[k][x + j * threads];
#pragma unroll
            for (int i = 0; i < OUTPUTS; ++i) {
#pragma unroll
                for (int j = 0; j < OUTPUTS; ++j) sum[i][j] += a[i] * b[j];
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < OUTPUTS; ++i) {
        const int row = first_row + y + i * threads;
#pragma unroll
        for (int j = 0; j < OUTPUTS; ++j) {
            const int column = first_column + x + j * threads;
            if (row < args.n && column < args.m) args.c[row * args.m + column] = sum[i][j];
        }
    }
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return;
    const dim3 block(threads, threads);
    const dim3 grid(groups_of(side, args.m), groups_of(side, args.n));
    multiply_tile<<<grid, block>>>(args);
    CUDA_CHECK_LAUNCH();
}
