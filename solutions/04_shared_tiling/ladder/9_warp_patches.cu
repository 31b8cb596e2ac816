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
// > 9_warp_patches       a warp takes 4 rows of 8 columns   <- you are here
//   10_cache_preference  a preference for more L1
//
// Change:  a warp takes a patch of 4 rows and 8 columns of C instead of 32 columns of one row, with lanes
//          mapped so that lanes 1 apart share a column and lanes 2 apart share a row. B is loaded by the
//          same patches.
// Why:     for 4 steps of k a row of 32 needs 1 float4 of A and 32 of B, a patch 4 of A and 8 of B; the
//          other lanes read the same words. A load of 16 bytes takes four passes, eight lanes in each. If
//          every lane reads the same bytes as the lane 1 apart, or every lane the same as the lane 2
//          apart, two passes are enough: hence the order of the lanes.
// Counter: passes over the banks, 6 before, 4 now, for 4 multiply-adds; bank conflicts 0, also in the
//          store: 8 columns, 4 banks apart, of 4 neighbouring k are 32 banks.
// Costs:   readability: a lane is not a column any more. C is written 32 bytes per row: whole sectors.
//          And a thread may have only 32 registers if an SM is to hold two blocks; the launch bounds
//          require this of the compiler.
// Learn:   the solution is this rung, with separate functions for the mapping and the reads.
// Next:    one output per thread needs 2 floats per multiply-add, however they are fetched. Lab 05
//          computes many outputs per thread and uses each float several times from its registers.

#include "kernelsmith/check.h"
#include "lab.h"

#define TILE 32  // rows and columns of a tile
#define PITCH 36 // floats from one row of a tile to the next: 32 and the padding of rung 8

__global__ void __launch_bounds__(TILE* TILE, 2)
    multiply_tiles(const float* a, const float* b, float* c, int n, int m, int p) {
    __shared__ __align__(16) float a_tile[TILE][PITCH];
    __shared__ __align__(16) float b_tile[TILE][PITCH]; // [column][k]
    const int lane = threadIdx.x;
    const int warp = threadIdx.y;
    // 32 patches make a tile: four across, eight down. In a patch, bits 1 to 3 of the lane are the column,
    // bits 0 and 4 the row.
    const int tile_row = warp / 4 * 4 + lane % 2 + lane / 16 * 2;
    const int tile_column = warp % 4 * 8 + lane / 2 % 8;
    const int row = blockIdx.y * TILE + tile_row;
    const int column = blockIdx.x * TILE + tile_column;
    // This thread loads from A as before, one row per warp; from B its own column, at this step of k.
    const int a_row = blockIdx.y * TILE + warp;
    const int k_brought = tile_row;

    float sum = 0.0f;
    for (int first_k = 0; first_k < p; first_k += TILE) {
        const int a_column = first_k + lane;
        const int b_row = first_k + k_brought;
        // Both loads before the first store, so that both are in flight at once.
        const float a_brought = a_row < n && a_column < p ? a[a_row * p + a_column] : 0.0f;
        const float b_brought = b_row < p && column < m ? b[b_row * m + column] : 0.0f;
        a_tile[warp][lane] = a_brought;
        b_tile[tile_column][k_brought] = b_brought;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; k += 4) {
            const float4 from_a = *reinterpret_cast<const float4*>(&a_tile[tile_row][k]);
            const float4 from_b = *reinterpret_cast<const float4*>(&b_tile[tile_column][k]);
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
