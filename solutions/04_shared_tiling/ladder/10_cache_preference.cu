// Lab 04, the ladder. NOTES.md has the calculations and the measurements.
//   0_one_block          the whole product in one block
//   1_coalesced          a warp takes 32 neighbours of a row
//   2_tile_16            tiles of 16 in shared memory
//   3_tile_32            tiles of 32
//   4_unrolled           the inner loop unrolled
//   5_moving_pointers    addresses incremented, not computed again
//   6_one_barrier        two pairs of tiles in turn
//   7_bank_conflicts     B's tile on its side, for loads of 16 bytes
//   8_padded             four floats of padding per row of the tile
//   9_warp_patches       a warp takes 4 rows of 8 columns
// > 10_cache_preference  a preference for more L1   <- you are here
//
// Change:  rung 4 with a preference: cudaFuncSetCacheConfig requests more L1 cache at the cost of shared
//          memory, or the reverse. The two share one memory in the SM.
// Why not: the call is from the time when there were two settings, 16 KB of one and 48 KB of the other.
//          Today CUDA determines how much shared memory the blocks need, reserves at least that much, and
//          takes the call as a hint for the rest. Two blocks of 8 KB are few of the 228 KB of an H200.
// Counter: none changes; the tiles are in shared memory, whatever L1 does. (The ladder's occupancy of 50 %
//          on a GPU is CUDA's own calculation, which assumes the preference; the time is rung 4's.)
// Costs:   a call to the runtime, once.
// Sweep:   grader sweep 04 --rung 10_cache_preference PREFERENCE=0,1,2,3

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef TILE
#define TILE 32 // rows and columns of a tile
#endif

#ifndef PREFERENCE
#define PREFERENCE 2 // 0: none, 1: shared memory, 2: L1, 3: equal shares
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
#pragma unroll
        for (int k = 0; k < TILE; ++k) sum += a_tile[y][k] * b_tile[k][x];
        __syncthreads();
    }
    if (row < n && column < m) c[row * m + column] = sum;
}

/// Sets the preference; once per program is enough.
static bool state_preference() {
    CUDA_CHECK(cudaFuncSetCacheConfig(multiply_tiles, static_cast<cudaFuncCache>(PREFERENCE)));
    return true;
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return;
    [[maybe_unused]] static const bool stated = state_preference();
    const dim3 block(TILE, TILE);
    const dim3 grid(groups_of(TILE, args.m), groups_of(TILE, args.n));
    multiply_tiles<<<grid, block>>>(args.a, args.b, args.c, args.n, args.m, args.p);
    CUDA_CHECK_LAUNCH();
}
