// Lab 10, the ladder. NOTES.md has the sums and the measurements.
//   0_three_phases      a scan in each block, and its sums by launches of their own
//   1_tree              a tree in place of steps: fewer additions
//   2_padded            the tree without bank conflicts
// > 3_shuffles          a scan in each warp by shuffles   <- you are here
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
// Change:  rung 0, with a scan in each warp by shuffles: a lane takes a register of another lane. Then the
//          sums of the warps are scanned in the same way, by one warp.
// Why:     five steps without a barrier and without shared memory, and three more for the eight sums; two
//          barriers in all.
// Counter: barriers, from 9 a warp to 2; loads from shared memory.
// Costs:   two levels in a block where there was one.
// Limit:   all of the row is still read twice and written twice, 4 bytes a lane.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads in a block, and elements
#endif

constexpr int warps = BLOCK / 32;
constexpr unsigned int all_lanes = 0xffffffff;

/// The sum of @p x of this lane and of all lanes before it.
__device__ inline unsigned int scan_warp(unsigned int x) {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const unsigned int before = __shfl_up_sync(all_lanes, x, distance);
        if (lane >= distance) x += before;
    }
    return x;
}

/// Prefix sums of each block's elements alone, and the sum of each block.
__global__ void __launch_bounds__(BLOCK)
    scan_blocks(const unsigned int* in, unsigned int* out, unsigned int* sums, long long count) {
    __shared__ unsigned int of_warps[warps];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x;
    unsigned int sum = scan_warp(i < count ? in[i] : 0);
    if (lane == 31) of_warps[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        const unsigned int through = scan_warp(lane < warps ? of_warps[lane] : 0);
        if (lane < warps) of_warps[lane] = through;
    }
    __syncthreads();
    if (warp > 0) sum += of_warps[warp - 1];
    if (i < count) out[i] = sum;
    if (threadIdx.x == BLOCK - 1) sums[blockIdx.x] = sum;
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
