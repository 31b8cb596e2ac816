// Lab 04, the ladder. NOTES.md has the calculations and the measurements.
//   0_one_block          the whole product in one block
//   1_coalesced          a warp takes 32 neighbours of a row
//   2_tile_16            tiles of 16 in shared memory
//   3_tile_32            tiles of 32
//   4_unrolled           the inner loop unrolled
//   5_moving_pointers    addresses incremented, not computed again
// > 6_one_barrier        two pairs of tiles in turn   <- you are here
//   7_bank_conflicts     B's tile on its side, for loads of 16 bytes
//   8_padded             four floats of padding per row of the tile
//   9_warp_patches       a warp takes 4 rows of 8 columns
//   10_cache_preference  a preference for more L1
//
// Change:  two pairs of tiles, used in turn. While the products of one pair are added up, the loads of the
//          next elements are already in flight, and these are stored to the other pair.
// Why:     the second barrier of a step protects tiles that are about to be overwritten. With two pairs
//          no thread writes to tiles that another may still read: one barrier per step is left. And no
//          thread waits for a load that is issued before the products and used after them.
// Counter: multiply-adds per barrier, 16 before, 32 now.
// Costs:   16 KB of shared memory per block instead of 8, two registers for the elements in flight.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef TILE
#define TILE 32 // rows and columns of a tile
#endif

/// Returns the element of a matrix with @p width columns, or 0 if not @p inside.
__device__ float element_or_zero(const float* matrix, int row, int width, int column, bool inside) {
    return inside ? matrix[row * width + column] : 0.0f;
}

__global__ void multiply_tiles(const float* a, const float* b, float* c, int n, int m, int p) {
    __shared__ float a_tile[2][TILE][TILE];
    __shared__ float b_tile[2][TILE][TILE];
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int row = blockIdx.y * TILE + y;
    const int column = blockIdx.x * TILE + x;

    float a_next = element_or_zero(a, row, p, x, row < n && x < p);
    float b_next = element_or_zero(b, y, m, column, y < p && column < m);
    float sum = 0.0f;
    int pair = 0;
    for (int first_k = 0; first_k < p; first_k += TILE) {
        a_tile[pair][y][x] = a_next;
        b_tile[pair][y][x] = b_next;
        __syncthreads(); // this pair is complete, and no thread still reads the other pair
        const int a_column = first_k + TILE + x;
        const int b_row = first_k + TILE + y;
        a_next = element_or_zero(a, row, p, a_column, row < n && a_column < p);
        b_next = element_or_zero(b, b_row, m, column, b_row < p && column < m);
#pragma unroll
        for (int k = 0; k < TILE; ++k) sum += a_tile[pair][y][k] * b_tile[pair][k][x];
        pair = 1 - pair;
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
