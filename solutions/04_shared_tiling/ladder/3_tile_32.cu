// Lab 04, the ladder. NOTES.md has the calculations and the measurements.
//   0_one_block          the whole product in one block
//   1_coalesced          a warp takes 32 neighbours of a row
//   2_tile_16            tiles of 16 in shared memory
// > 3_tile_32            tiles of 32   <- you are here
//   4_unrolled           the inner loop unrolled
//   5_moving_pointers    addresses incremented, not computed again
//   6_one_barrier        two pairs of tiles in turn
//   7_bank_conflicts     B's tile on its side, for loads of 16 bytes
//   8_padded             four floats of padding per row of the tile
//   9_warp_patches       a warp takes 4 rows of 8 columns
//   10_cache_preference  a preference for more L1
//
// Change:  tiles of 32, the largest square of threads that makes a block: 1024.
// Why:     an element serves 32 threads now, so half of the loads from global memory are left; and there
//          are 32 steps between two barriers instead of 16.
// Counter: sectors per multiply-add, 0.016 before, 8 / 1024 = 0.008 now; multiply-adds per barrier, 8
//          before, 16 now.
// Costs:   8 KB of shared memory per block. A barrier now stalls 32 warps, and an SM can hold two such
//          blocks, so while one waits only one other can work.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef TILE
#define TILE 32 // rows and columns of a tile
#endif

__global__ void multiply_tiles(const float* a, const float* b, float* c, int n, int m, int p) {
    __shared__ float a_tile[TILE][TILE];
    __shared__ float b_tile[TILE][TILE];
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int row = blockIdx.y * TILE + y;
    const int column = blockIdx.x * TILE + x;

    float sum = 0.0f;
    for (int first_k = 0; first_k < p; first_k += TILE) {
        const int a_column = first_k + x;
        const int b_row = first_k + y;
        a_tile[y][x] = row < n && a_column < p ? a[row * p + a_column] : 0.0f;
        b_tile[y][x] = b_row < p && column < m ? b[b_row * m + column] : 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE; ++k) sum += a_tile[y][k] * b_tile[k][x];
        __syncthreads();
    }
    if (row < n && column < m) c[row * m + column] = sum;
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return;
    const dim3 block(TILE, TILE);
    const dim3 grid(groups_of(TILE, args.m), groups_of(TILE, args.n));
    multiply_tiles<<<grid, block>>>(args.a, args.b, args.c, args.n, args.m, args.p);
    CUDA_CHECK_LAUNCH();
}
