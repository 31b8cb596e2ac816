// Lab 12, the ladder. NOTES.md has the sums and the measurements.
// > 0_warp_a_row            a warp for each row   <- you are here
//   1_lanes_by_mean         as many lanes for a row as its mean length asks for
//   2_binned                rows by their length: four lanes, a warp or a block for each
//   3_long_in_pieces        long rows cut into pieces
//   4_merge_walk            items cut into equal parts, and each thread walks along its own
//   5_nonzeros_split        nonzeros cut into equal parts, products through shared memory
//   6_items_split           nonzeros and ends of rows cut into equal parts
//   7_warp_searches         a warp searches together
//   8_past_the_first_cache  the vector read past L1
//   9_sliced                rows sorted by length, 32 of them column by column
//   10_by_column            a share of the nonzeros in the order of their columns
//
// Change:  against the baseline: a warp for each row. Its lanes take neighbouring nonzeros and add up what they
//          have by shuffles.
// Why:     one thread would need 100 000 steps for a row of 100 000; here 32 lanes share it, and what they read
//          is side by side.
// Counter: sectors for 128 bytes, from 31 to 9: columns and values no longer take a sector for each lane.
// Costs:   most rows have fewer nonzeros than a warp has lanes; the others wait.
// Limit:   the longest row is still the work of one warp: the GPU waits for it when all others have ended.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads in a block
#endif

constexpr unsigned int all_lanes = 0xffffffff;

/// The products of a row with a vector, added up by a warp.
__global__ void __launch_bounds__(BLOCK) add_row(SparseArgs args, const float* __restrict__ x, float* y) {
    const long long row = (static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x) / 32;
    if (row >= args.rows) return;
    const int lane = threadIdx.x % 32;
    float sum = 0;
    for (int i = args.begins[row] + lane; i < args.begins[row + 1]; i += 32)
        sum += args.values[i] * x[args.columns[i]];
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(all_lanes, sum, distance);
    if (lane == 0) y[row] = sum;
}

extern "C" void multiply(const SparseArgs& args) {
    if (args.rows == 0) return; // to CUDA a grid without blocks is an error
    const auto blocks = groups_of(BLOCK / 32, args.rows);
    for (long long k = 0; k < args.products; ++k) {
        add_row<<<blocks, BLOCK>>>(args, args.x + k * args.width, args.y + k * args.rows);
        CUDA_CHECK_LAUNCH();
    }
}
