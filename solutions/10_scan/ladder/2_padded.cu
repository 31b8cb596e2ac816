// Lab 10, the ladder. NOTES.md has the sums and the measurements.
//   0_three_phases      a scan in each block, and its sums by launches of their own
//   1_tree              a tree in place of steps: fewer additions
// > 2_padded            the tree without bank conflicts   <- you are here
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
// Change:  rung 1 with an empty word behind each 32.
// Why:     elements that are 32 apart then lie in neighbouring banks.
// Counter: bank conflicts, from some passes an access to hardly any.
// Costs:   an addition and a shift an access, and 3 % more shared memory.
// Limit:   what is left are the 18 steps, in half of which a warp or less is at work.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef THREADS
#define THREADS 256 // in a block
#endif
#define BLOCK (2 * THREADS) // elements of a block

/// Where element @p i of a block lies: each 32 words are followed by an empty one.
__device__ inline int place(int i) { return i + i / 32; }

/// Prefix sums of each block's elements alone, and the sum of each block. Up the tree each node gets the sum of its two
/// children; down again each gets the sum of all that is left of it.
__global__ void __launch_bounds__(THREADS)
    scan_blocks(const unsigned int* in, unsigned int* out, unsigned int* sums, long long count) {
    __shared__ unsigned int tree[BLOCK + BLOCK / 32];
    const int thread = threadIdx.x;
    const long long first = static_cast<long long>(blockIdx.x) * BLOCK;
    unsigned int mine[2];
    for (int half = 0; half < 2; ++half) {
        const long long i = first + half * THREADS + thread;
        mine[half] = i < count ? in[i] : 0;
        tree[place(half * THREADS + thread)] = mine[half];
    }
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        __syncthreads();
        const int right = 2 * distance * (thread + 1) - 1;
        if (right < BLOCK) tree[place(right)] += tree[place(right - distance)];
    }
    __syncthreads();
    if (thread == 0) {
        sums[blockIdx.x] = tree[place(BLOCK - 1)];
        tree[place(BLOCK - 1)] = 0;
    }
    for (int distance = THREADS; distance > 0; distance /= 2) {
        __syncthreads();
        const int right = 2 * distance * (thread + 1) - 1;
        if (right >= BLOCK) continue;
        const unsigned int left_sum = tree[place(right - distance)];
        tree[place(right - distance)] = tree[place(right)];
        tree[place(right)] += left_sum;
    }
    __syncthreads();
    for (int half = 0; half < 2; ++half) {
        const long long i = first + half * THREADS + thread;
        if (i < count) out[i] = tree[place(half * THREADS + thread)] + mine[half];
    }
}

/// Adds to each element the sum of all blocks before its own: @p sums are prefix sums by now.
__global__ void __launch_bounds__(THREADS)
    add_before(unsigned int* out, const unsigned int* sums, long long count) {
    const long long first = (static_cast<long long>(blockIdx.x) + 1) * BLOCK;
    for (long long i = first + threadIdx.x; i < min(first + BLOCK, count); i += THREADS)
        out[i] += sums[blockIdx.x];
}

/// The sums of the blocks lie in @p scratch, and behind them those of the blocks that scan these.
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
