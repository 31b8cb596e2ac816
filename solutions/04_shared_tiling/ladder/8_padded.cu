// Lab 04, the ladder. NOTES.md has the calculations and the measurements.
//   0_one_block          the whole product in one block
//   1_coalesced          a warp takes 32 neighbours of a row
//   2_tile_16            tiles of 16 in shared memory
//   3_tile_32            tiles of 32
//   4_unrolled           the inner loop unrolled
//   5_moving_pointers    addresses incremented, not computed again
//   6_one_barrier        two pairs of tiles in turn
//   7_bank_conflicts     B's tile on its side, for loads of 16 bytes
// > 8_padded             four floats of padding per row of the tile   <- you are here
//   9_warp_patches       a warp takes 4 rows of 8 columns
//   10_cache_preference  a preference for more L1
//
// Change:  rung 7 with four unused floats at the end of each row of B's tile: a row is 36 floats, not 32.
// Why:     column x now starts in bank 36 x % 32 = 4 x % 32. A load of 16 bytes is served eight lanes at a
//          time, and eight lanes read the banks 4 x to 4 x + 3, x from 0 to 7: each of the 32 once. One
//          float of padding, the usual cure, is wrong here: 16-byte loads need rows that start at
//          multiples of 16.
// Counter: bank conflicts, from about 14 to 0.17. The rest is the store: its lanes are 36 floats apart, and
//          four of them conflict in each of eight banks. It is one store per 16 loads.
// Costs:   512 bytes of shared memory; the width of the tile is not a power of two any more.
// Learn:   16 instructions instead of 40, and yet rung 4 is a little faster. Passes are the bottleneck of
//          an SM, not instructions, and both rungs need 6 passes for 4 multiply-adds: 2 for the float4 of
//          A, 4 for B.
// Sweep:   grader sweep 04 --rung 8_padded PADDING=0,4,8,12,16

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef TILE
#define TILE 32 // rows and columns of a tile
#endif

#ifndef PADDING
#define PADDING 4 // unused floats after each row of B's tile; a multiple of 4
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
