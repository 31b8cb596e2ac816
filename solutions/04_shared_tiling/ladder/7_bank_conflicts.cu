// Lab 04, the ladder. NOTES.md has the calculations and the measurements.
//   0_one_block          the whole product in one block
//   1_coalesced          a warp takes 32 neighbours of a row
//   2_tile_16            tiles of 16 in shared memory
//   3_tile_32            tiles of 32
//   4_unrolled           the inner loop unrolled
//   5_moving_pointers    addresses incremented, not computed again
//   6_one_barrier        two pairs of tiles in turn
// > 7_bank_conflicts     B's tile on its side, for loads of 16 bytes   <- you are here
//   8_padded             four floats of padding per row of the tile
//   9_warp_patches       a warp takes 4 rows of 8 columns
//   10_cache_preference  a preference for more L1
//
// Change:  rung 4 again, but B's tile is stored on its side, so that four neighbouring k of a column are
//          contiguous and one load of 16 bytes reads them, as with A: 16 shared loads for 32 steps, not 40.
// Why not: shared memory has 32 banks; float i is in bank i % 32, and a bank serves one word at a time.
//          A column of B is a row of 32 floats now, so the lanes of a warp, each in a different column,
//          conflict in the same banks, in writing and in reading: 32 passes for a store, 32 for a load
//          that takes 4 at best. The words are all different; if they were one, a single pass would serve
//          all lanes.
// Counter: bank conflicts, additional passes per request: from 0 to about 14.
// Costs:   five times rung 4's time. The cure is the next rung.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef TILE
#define TILE 32 // rows and columns of a tile
#endif

#ifndef PADDING
#define PADDING 0 // unused floats after each row of B's tile; a multiple of 4
#endif

__global__ void multiply_tiles(const float* a, const float* b, float* c, int n, int m, int p) {
    __shared__ __align__(16) float a_tile[TILE][TILE];
    __shared__ __align__(16) float b_tile[TILE][TILE + PADDING]; // [column][k], unlike [k][column] in B
    const int x = threadIdx.x;
    const int y = threadIdx.y;
    const int row = blockIdx.y * TILE + y;
    const int column = blockIdx.x * TILE + x;

    float sum = 0.0f;
    for (int first_k = 0; first_k < p; first_k += TILE) {
        const int a_column = first_k + x;
        const int b_row = first_k + y;
        a_tile[y][x] = row < n && a_column < p ? a[row * p + a_column] : 0.0f;
        b_tile[x][y] = b_row < p && column < m ? b[b_row * m + column] : 0.0f;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; k += 4) {
            const float4 from_a = *reinterpret_cast<const float4*>(&a_tile[y][k]);
            const float4 from_b = *reinterpret_cast<const float4*>(&b_tile[x][k]);
            sum += from_a.x * from_b.x;
            sum += from_a.y * from_b.y;
            sum += from_a.z * from_b.z;
            sum += from_a.w * from_b.w;
        }
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
