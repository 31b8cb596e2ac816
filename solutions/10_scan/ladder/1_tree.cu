// Lab 10, the ladder. NOTES.md has the calculations and the measurements.
//   0_three_phases      a scan per block, and separate launches for the blocks' sums
// > 1_tree              Blelloch's tree instead of Hillis-Steele: fewer additions   <- you are here
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
// Change:  rung 0 with Blelloch's tree in a block of 512 elements: sums of 2, 4, 8 and more elements, up to the root;
//          on the way down, each node gets the sum of all elements to its left.
// Why:     Hillis and Steele need 8 additions per element in a block of 256, a tree needs 2 per element. It is the
//          scan of many textbooks.
// Counter: bank conflicts: in step k neighbouring lanes are 2^k words apart, so from the fifth step on all
//          access one bank.
// Costs:   18 steps with a barrier each instead of 8, and fewer active threads in each. Slower than rung
//          0.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef THREADS
#define THREADS 256 // per block
#endif
#define BLOCK (2 * THREADS) // elements per block

/// Index of element @p i in the tree's array.
__device__ inline int tree_index(int i) { return i; }

/// Inclusive prefix sums within each block, and the sum of each block. On the way up the tree, each node gets the sum of
/// its two children; on the way down, each gets the sum of all elements to its left.
__global__ void __launch_bounds__(THREADS)
    scan_blocks(const unsigned int* in, unsigned int* out, unsigned int* sums, long long count) {
    __shared__ unsigned int tree[BLOCK];
    const int thread = threadIdx.x;
    const long long first = static_cast<long long>(blockIdx.x) * BLOCK;
    unsigned int mine[2];
    for (int half = 0; half < 2; ++half) {
        const long long i = first + half * THREADS + thread;
        mine[half] = i < count ? in[i] : 0;
        tree[tree_index(half * THREADS + thread)] = mine[half];
    }
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        __syncthreads();
        const int right = 2 * distance * (thread + 1) - 1;
        if (right < BLOCK) tree[tree_index(right)] += tree[tree_index(right - distance)];
    }
    __syncthreads();
    if (thread == 0) {
        sums[blockIdx.x] = tree[tree_index(BLOCK - 1)];
        tree[tree_index(BLOCK - 1)] = 0;
    }
    for (int distance = THREADS; distance > 0; distance /= 2) {
        __syncthreads();
        const int right = 2 * distance * (thread + 1) - 1;
        if (right >= BLOCK) continue;
        const unsigned int left_sum = tree[tree_index(right - distance)];
        tree[tree_index(right - distance)] = tree[tree_index(right)];
        tree[tree_index(right)] += left_sum;
    }
    __syncthreads();
    for (int half = 0; half < 2; ++half) {
        const long long i = first + half * THREADS + thread;
        if (i < count) out[i] = tree[tree_index(half * THREADS + thread)] + mine[half];
    }
}

/// Adds to each element the sum of all blocks before its own: @p sums are inclusive prefix sums.
__global__ void __launch_bounds__(THREADS)
    add_before(unsigned int* out, const unsigned int* sums, long long count) {
    const long long first = (static_cast<long long>(blockIdx.x) + 1) * BLOCK;
    for (long long i = first + threadIdx.x; i < min(first + BLOCK, count); i += THREADS)
        out[i] += sums[blockIdx.x];
}

/// @p scratch holds the sums of the blocks, followed by the sums of the blocks that scan these.
static void scan(const unsigned int* in, unsigned int* out, unsigned int* scratch, long long count) {
    const long long blocks = groups_of(BLOCK, count);
    scan_blocks<<<blocks, THREADS>>>(in, out, scratch, count);
    CUDA_CHECK_LAUNCH();
    if (blocks == 1) return;
    scan(scratch, scratch, scratch + blocks, blocks);
    add_before<<<blocks - 1, THREADS>>>(out, scratch, count);
    CUDA_CHECK_LAUNCH();
}

extern "C" void prefix_sums(const ScanArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    scan(args.in, args.out, args.scratch, args.count);
}
