// Lab 04, the ladder. NOTES.md has the calculations and the measurements.
//   0_one_block          the whole product in one block
// > 1_coalesced          a warp takes 32 neighbours of a row   <- you are here
//   2_tile_16            tiles of 16 in shared memory
//   3_tile_32            tiles of 32
//   4_unrolled           the inner loop unrolled
//   5_moving_pointers    addresses incremented, not computed again
//   6_one_barrier        two pairs of tiles in turn
//   7_bank_conflicts     B's tile on its side, for loads of 16 bytes
//   8_padded             four floats of padding per row of the tile
//   9_warp_patches       a warp takes 4 rows of 8 columns
//   10_cache_preference  a preference for more L1
//
// Change:  the baseline with x and y exchanged: threadIdx.x runs along a row of C.
// Why:     at each k a warp reads 32 neighbours of a row of B, 4 sectors, and one element of A that all
//          its threads share, 1 sector. In the baseline its threads are in 32 rows of A: 32 sectors for
//          32 floats, and 1 for the element of B they share.
// Counter: sectors per multiply-add, 33 / 32 = 1.03 before, 5 / 32 = 0.16 now.
// Costs:   nothing.
// Next:    every element is still fetched again by each warp that needs it. The caches serve most of these
//          loads, which now keep them busy.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 8 // rows of a block, the best of a sweep; a block is a warp wide
#endif

__global__ void multiply_along_rows(const float* a, const float* b, float* c, int n, int m, int p) {
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || column >= m) return;

    float sum = 0.0f;
    for (int k = 0; k < p; ++k) sum += a[row * p + k] * b[k * m + column];
    c[row * m + column] = sum;
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return;
    const dim3 block(32, BLOCK);
    const dim3 grid(groups_of(32, args.m), groups_of(BLOCK, args.n));
    multiply_along_rows<<<grid, block>>>(args.a, args.b, args.c, args.n, args.m, args.p);
    CUDA_CHECK_LAUNCH();
}
