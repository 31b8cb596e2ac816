// Lab 12, the ladder. NOTES.md has the calculations and the measurements.
// > 0_warp_per_row          one warp per row   <- you are here
//   1_lanes_by_mean         lanes per row chosen by the mean row length
//   2_binned                rows binned by length: four lanes, a warp or a block per row
//   3_long_in_chunks        long rows split into chunks
//   4_merge_walk            merge path: equal items per thread, each thread walks along its own
//   5_nonzeros_split        equal nonzeros per tile, products through shared memory
//   6_items_split           equal items per tile: nonzeros and row ends
//   7_warp_searches         a 32-way search by a warp
//   8_past_the_first_cache  x read past L1
//   9_sliced                sliced ELL: rows sorted by length, 32 stored column by column
//   10_by_column            the nonzeros of each block sorted by column
//
// Change:  against the baseline: one warp per row. Its lanes load neighbouring nonzeros and add their partial sums
//          by shuffles.
// Why:     one thread needs 100 000 steps for a row of 100 000; here 32 lanes share the row, and their loads are
//          coalesced.
// Counter: sectors per 128 bytes, from 31 to 9: column indices and values no longer take one sector per lane.
// Costs:   most rows have fewer nonzeros than a warp has lanes; the remaining lanes idle.
// Limit:   the longest row is still the work of one warp: the GPU waits for it when all other warps have ended.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block
#endif

constexpr unsigned int all_lanes = 0xffffffff;

/// Multiplies a row by a vector, one warp per row.
__global__ void __launch_bounds__(BLOCK) add_row(SparseArgs args, const float* __restrict__ x, float* y) {
    const long long row = (static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x) / 32;
    if (row >= args.rows) return;
    const int lane = threadIdx.x % 32;
    float sum = 0;
    for (int i = args.row_offsets[row] + lane; i < args.row_offsets[row + 1]; i += 32)
        sum += args.values[i] * x[args.column_indices[i]];
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(all_lanes, sum, distance);
    if (lane == 0) y[row] = sum;
}

extern "C" void multiply(const SparseArgs& args) {
    if (args.rows == 0) return; // CUDA rejects a grid without blocks
    const auto blocks = groups_of(BLOCK / 32, args.rows);
    for (long long k = 0; k < args.products; ++k) {
        add_row<<<blocks, BLOCK>>>(args, args.x + k * args.width, args.y + k * args.rows);
        CUDA_CHECK_LAUNCH();
    }
}
