// Lab 04, the ladder. NOTES.md has the sums and the measurements.
//   0_one_block          the whole product in one block
//   1_coalesced          a warp takes 32 neighbours of a row
//   2_tile_16            tiles of 16 in shared memory
//   3_tile_32            tiles of 32
//   4_unrolled           the inner loop unrolled
//   5_moving_pointers    addresses moved on, not computed again
// > 6_one_barrier        two pairs of tiles in turn   <- you are here
//   7_bank_conflicts     B's tile on its side, for loads of 16 bytes
//   8_padded             four floats more to a row of the tile
//   9_warp_patches       a warp takes 4 rows of 8 columns
//   10_cache_preference  more L1 asked for
//
// Change:  two pairs of tiles, used in turn. While the products of one pair are added up, the next
//          elements are already on their way, and they go into the other pair.
// Why:     the second barrier of a step protects tiles that are about to be overwritten. With two pairs
//          nobody writes where somebody may still read: one barrier a step is left. And a load that is
//          issued before the products, and used after them, is waited for by nobody.
// Counter: multiply-adds per barrier, 16 before, 32 now.
// Costs:   16 KB of shared memory a block instead of 8, two registers for what is on its way.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef TILE
#define TILE 32 // rows and columns of a tile
#endif

/// The element of a matrix that is @p width wide, or 0 where @p inside is false.
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
        __syncthreads(); // whoever is past it has also done with the other pair
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
