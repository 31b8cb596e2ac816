// Lab 04, the ladder. NOTES.md has the calculations and the measurements.
// > 0_one_block          the whole product in one block   <- you are here
//   1_coalesced          a warp takes 32 neighbours of a row
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
// Change:  the original program: one block, with a thread for each element of C.
// Why not: a block has at most 1024 threads, since it must fit on one SM. A product of 33 x 33 needs 1089;
//          CUDA rejects the launch with "invalid argument", no thread runs, and C keeps its contents.
//          Without the check below, no error is reported.
// Counter: none: a kernel that does not run is not counted.
// Costs:   even where it fits, 131 of the 132 SMs of an H200 have nothing to do.
// Cure:    a grid of blocks; a thread finds its element from blockIdx and threadIdx.

#include "kernelsmith/check.h"
#include "lab.h"

__global__ void multiply_in_one_block(const float* a, const float* b, float* c, int m, int p) {
    const int row = threadIdx.y;
    const int column = threadIdx.x;

    float sum = 0.0f;
    for (int k = 0; k < p; ++k) sum += a[row * p + k] * b[k * m + column];
    c[row * m + column] = sum;
}

extern "C" void multiply(const ProductArgs& args) {
    if (args.n == 0 || args.m == 0) return;
    const dim3 block(args.m, args.n);
    multiply_in_one_block<<<1, block>>>(args.a, args.b, args.c, args.m, args.p);
    CUDA_CHECK_LAUNCH();
}
