// Lab 10, the ladder. NOTES.md has the calculations and the measurements.
// > 0_three_phases      a scan per block, and separate launches for the blocks' sums   <- you are here
//   1_tree              Blelloch's tree instead of Hillis-Steele: fewer additions
//   2_padded            the tree without bank conflicts
//   3_shuffles          a scan per warp by shuffles
//   4_reduce_then_scan  reduce, then scan: sums first, then scans that write once
//   5_one_pass          a single pass with decoupled look-back
//   6_more_per_thread   eight vectors per thread instead of one
//   7_tile_in_shared    the tile is held in shared memory
//   8_ahead_on_a_chain  the next tile in flight, with persistent blocks
//   9_own_last_tile     a look-back only to the block's own previous tile
//   10_blocked          a blocked arrangement instead of warp-striped rows
//   11_without_tickets  tiles in the order of the blocks
//   12_sum_first        the sum of a tile first, and its scan during the look-back
//
// Change:  against the baseline: a block scans its 256 elements in shared memory, by the same steps. The
//          blocks' sums are scanned in the same way, by separate launches, and a last launch adds to each
//          block the sum of all blocks before it.
// Why:     the 8 steps of a block of 256 no longer access global memory. Each element is read twice and
//          written twice in all, instead of 28 times.
// Counter: bytes moved per byte needed, from 28 at the timed size to 2.
// Costs:   scratch for the sums; two buffers in shared memory, so that no thread overwrites an element that
//          another one has yet to read.
// Limit:   8 steps with a barrier each, and 2 KB in flight per block.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block, and elements
#endif

/// Inclusive prefix sums within each block, and the sum of each block.
__global__ void __launch_bounds__(BLOCK)
    scan_blocks(const unsigned int* in, unsigned int* out, unsigned int* sums, long long count) {
    __shared__ unsigned int steps[2][BLOCK];
    const int thread = threadIdx.x;
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + thread;
    int from = 0;
    steps[from][thread] = i < count ? in[i] : 0;
    __syncthreads();
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        const unsigned int addend = thread >= distance ? steps[from][thread - distance] : 0;
        steps[1 - from][thread] = steps[from][thread] + addend;
        from = 1 - from;
        __syncthreads();
    }
    if (i < count) out[i] = steps[from][thread];
    if (thread == BLOCK - 1) sums[blockIdx.x] = steps[from][thread];
}

/// Adds to each element the sum of all blocks before its own: @p sums are inclusive prefix sums.
__global__ void __launch_bounds__(BLOCK)
    add_before(unsigned int* out, const unsigned int* sums, long long count) {
    const long long i = (static_cast<long long>(blockIdx.x) + 1) * BLOCK + threadIdx.x;
    if (i < count) out[i] += sums[blockIdx.x];
}

/// @p scratch holds the sums of the blocks, followed by the sums of the blocks that scan these.
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
