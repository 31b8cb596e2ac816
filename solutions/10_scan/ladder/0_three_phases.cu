// Lab 10, the ladder. NOTES.md has the sums and the measurements.
// > 0_three_phases      a scan in each block, and its sums by launches of their own   <- you are here
//   1_tree              a tree in place of steps: fewer additions
//   2_padded            the tree without bank conflicts
//   3_shuffles          a scan in each warp by shuffles
//   4_reduce_then_scan  sums first, and then scans that write once
//   5_one_pass          one pass, whose blocks look back
//   6_more_a_thread     eight vectors a thread instead of one
//   7_tile_in_shared    the tile waits in shared memory
//   8_ahead_on_a_chain  the next tile ahead, with blocks that stay
//   9_own_last_tile     a look back no further than the own last tile
//   10_runs             a run for each thread instead of rows
//   11_without_tickets  tiles in the order of the blocks
//   12_sum_first        the sum of a tile first, and its scan while others are waited for
//
// Change:  against the baseline: a block scans its 256 elements in shared memory, by the same steps. The
//          blocks' sums are scanned in the same way, by launches of their own, and a last launch adds to
//          each block what comes before it.
// Why:     the steps no longer go through global memory: 8 for a block of 256, and each element is read
//          twice and written twice in all, instead of 28 times.
// Counter: bytes moved for each that is needed, from 28 at the timed size to 2.
// Costs:   scratch for the sums; two buffers in shared memory, so that nobody overwrites what another still
//          has to read.
// Limit:   8 steps with a barrier each, and 2 KB in flight for each block.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads in a block, and elements
#endif

/// Prefix sums of each block's elements alone, and the sum of each block.
__global__ void __launch_bounds__(BLOCK)
    scan_blocks(const unsigned int* in, unsigned int* out, unsigned int* sums, long long count) {
    __shared__ unsigned int steps[2][BLOCK];
    const int thread = threadIdx.x;
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + thread;
    int from = 0;
    steps[from][thread] = i < count ? in[i] : 0;
    __syncthreads();
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        const unsigned int before = thread >= distance ? steps[from][thread - distance] : 0;
        steps[1 - from][thread] = steps[from][thread] + before;
        from = 1 - from;
        __syncthreads();
    }
    if (i < count) out[i] = steps[from][thread];
    if (thread == BLOCK - 1) sums[blockIdx.x] = steps[from][thread];
}

/// Adds to each element the sum of all blocks before its own: @p sums are prefix sums by now.
__global__ void __launch_bounds__(BLOCK)
    add_before(unsigned int* out, const unsigned int* sums, long long count) {
    const long long i = (static_cast<long long>(blockIdx.x) + 1) * BLOCK + threadIdx.x;
    if (i < count) out[i] += sums[blockIdx.x];
}

/// The sums of the blocks lie in @p scratch, and behind them those of the blocks that scan these.
static void scan(const unsigned int* in, unsigned int* out, unsigned int* scratch, long long count) {
    const long long blocks = groups_of(BLOCK, count);
    scan_blocks<<<blocks, BLOCK>>>(in, out, scratch, count);
    CUDA_CHECK_LAUNCH();
    if (blocks == 1) return;
    scan(scratch, scratch, scratch + blocks, blocks);
    add_before<<<blocks - 1, BLOCK>>>(out, scratch, count);
    CUDA_CHECK_LAUNCH();
}

extern "C" void prefix_sums(const ScanArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    scan(args.in, args.out, args.scratch, args.count);
}
