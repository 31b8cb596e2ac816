// Lab 05, the ladder. NOTES.md has the calculations and the measurements.
//   1_column_of_outputs  four outputs per thread, in a column
//   2_register_tile      four by four outputs per thread
// > 3_flat_slabs         slabs that are less deep than the tile is wide   <- you are here
//   4_wide_accesses      16 bytes per access, for loads and stores
//   5_double_buffer      the next slab in flight while this one is used
//   6_deep_slabs         slabs of twice the depth
//   7_async_copies       B by asynchronous copies, without registers
//   8_warp_tiles         nearly square warp tiles, and reads one k ahead
//   9_sized_tiles        tiles chosen by size, and separate thin edges
//
// Change:  the tile of C is 128 x 128, a thread's tile 8 x 8, and a slab, the part of A or B in shared memory,
//          only DEPTH deep: 128 x 8 of A and 8 x 128 of B.
// Why:     a value of A in shared memory is used by each of the tile's COLUMNS, a value of B by each of its
//          ROWS. The depth is in neither number: it only decides how much is in shared memory at once and how
//          often the block waits at a barrier. So the sides grow and the depth shrinks.
// Counter: multiply-adds per shared load, from 2 to 4 in the source, from 3.2 to 6.4 in the compiled code;
//          global sectors read per multiply-add halve again; shared memory goes down from 33 KB to 8 KB.
//          Multiply-adds per barrier halve: four times the outputs, but an eighth of the depth.
// Costs:   64 registers for the sums: 128 per thread, two blocks per SM. By itself it is no faster than rung
//          2 at n = 2048, and much slower at 1024, where 64 tiles leave half of the SMs empty (NOTES.md).

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef ROWS
#define ROWS 128 // rows of C per block
#endif
#ifndef COLUMNS
#define COLUMNS 128 // columns of C per block
#endif
#ifndef DEPTH
#define DEPTH 8 // terms of the sums per slab
#endif

constexpr int threads = 16; // in each direction
constexpr int down = ROWS / threads;
constexpr int across = COLUMNS / threads;

__global__ void __launch_bounds__(threads* threads, 2) multiply_tile(ProductArgs args) {
    __shared__ float a_slab[ROWS][DEPTH];
    __shared__ float b_slab[DEPTH][COLUMNS];
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int first_row = blockIdx.y * ROWS;
    const int first_column = blockIdx.x * COLUMNS;

    float sum[down][across] = {};
    for (int first_k = 0; first_k < args.p; first_k += DEPTH) {
#pragma unroll
        for (int e = y * threads + x; e < ROWS * DEPTH; e += threads * threads) {
            const int row = first_row + e / DEPTH;
            const int k = first_k + e % DEPTH;
            a_slab[e / DEPTH][e % DEPTH] = row < args.n && k < args.p ? args.a[row * args.p + k] : 0.0f;
        }
#pragma unroll
        for (int e = y * threads + x; e < DEPTH * COLUMNS; e += threads * threads) {
            const int k = first_k + e / COLUMNS;
            const int column = first_column + e % COLUMNS;
            b_slab[e / COLUMNS][e % COLUMNS] =
                k < args.p && column < args.m ? args.b[k * args.m + column] : 0.0f;
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < DEPTH; ++k) {
            float a[down], b[across];
#pragma unroll
            for (int i = 0; i < down; ++i) a[i] = a_slab[y + i * threads][k];
#pragma unroll
            for (int j = 0; j < across; ++j) b[j] = b_slab[k][x + j * threads];
#pragma unroll
            for (int i = 0; i < down; ++i) {
#pragma unroll
                for (int j = 0; j < across; ++j) sum[i][j] += a[i] * b[j];
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < down; ++i) {
        const int row = first_row + y + i * threads;
#pragma unroll
        for (int j = 0; j < across; ++j) {
            const int column = first_column + x + j * threads;
            if (row < args.n && column < args.m) args.c[row * args.m + column] = sum[i][j];
        }
    }
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return;
    const dim3 block(threads, threads);
    const dim3 grid(groups_of(COLUMNS, args.m), groups_of(ROWS, args.n));
    multiply_tile<<<grid, block>>>(args);
    CUDA_CHECK_LAUNCH();
}
