// Lab 04: tiles in shared memory.
//
// Yours are the four regions from TODO to END TODO; work in the order of their numbers. README.md explains
// the tasks, lab.h the interface.

#include "kernelsmith/check.h"
#include "lab.h"

// TODO(4): how large is a tile? A block computes one tile of C, with one thread for each of its elements.
// Work out what the size does to the sectors, then try it; under #ifndef a sweep can set it. (about 3 lines)
#ifndef TILE
#define TILE 32 // rows and columns of a tile
#endif
// END TODO(4)

/// A block computes one tile of C, and a thread one element of it.
__global__ void multiply_tiles(const float* a, const float* b, float* c, int n, int m, int p) {
    __shared__ float a_tile[TILE][TILE];
    __shared__ float b_tile[TILE][TILE];
    const int x = threadIdx.x; // of this thread in its block, and of what it brings in a tile
    const int y = threadIdx.y;

    // TODO(1): which element of C is this thread's? The threads of a warp differ in x, and have to be
    // neighbours in memory. The grid is built at the end of this file. (about 2 lines)
    const int row = blockIdx.y * TILE + y;
    const int column = blockIdx.x * TILE + x;
    // END TODO(1)

    float sum = 0.0f;
    for (int first_k = 0; first_k < p; first_k += TILE) {
        // TODO(2): bring in one element of A and one of B, so that afterwards a_tile[i][k] is from the i-th
        // row of this block, b_tile[k][j] from its j-th column, and both from the k-th of these TILE steps,
        // first_k + k. What lies beyond an edge of A or B counts as 0. (about 4 lines)
        const int a_column = first_k + x;
        const int b_row = first_k + y;
        a_tile[y][x] = row < n && a_column < p ? a[row * p + a_column] : 0.0f;
        b_tile[y][x] = b_row < p && column < m ? b[b_row * m + column] : 0.0f;
        // END TODO(2)

        // TODO(3): add the products of these TILE steps to sum. The tiles are everybody's: when may a thread
        // read what others brought, and when may it bring the next? (about 5 lines)
        __syncthreads(); // the tiles are complete
#pragma unroll
        for (int k = 0; k < TILE; ++k) sum += a_tile[y][k] * b_tile[k][x];
        __syncthreads(); // nobody needs them any more
        // END TODO(3)
    }

    if (row < n && column < m) c[row * m + column] = sum;
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return; // to CUDA a grid without blocks is an error
    const dim3 block(TILE, TILE);
    const dim3 grid(groups_of(TILE, args.m), groups_of(TILE, args.n));
    multiply_tiles<<<grid, block>>>(args.a, args.b, args.c, args.n, args.m, args.p);
    CUDA_CHECK_LAUNCH();
}
