// Lab 10, the ladder. NOTES.md has the calculations and the measurements.
//   0_three_phases      a scan per block, and separate launches for the blocks' sums
//   1_tree              Blelloch's tree instead of Hillis-Steele: fewer additions
//   2_padded            the tree without bank conflicts
// > 3_shuffles          a scan per warp by shuffles   <- you are here
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
// Change:  rung 0, with a scan in each warp by shuffles: a lane reads a register of another lane. Then one
//          warp scans the sums of the warps in the same way.
// Why:     five steps without a barrier and without shared memory, and another scan by shuffles for the
//          eight sums; two barriers in all.
// Counter: barriers, from 9 per warp to 2; loads from shared memory.
// Costs:   two levels per block instead of one.
// Limit:   the whole array is still read twice and written twice, with 4 bytes per lane.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block, and elements
#endif

constexpr int warps = BLOCK / 32;
constexpr unsigned int all_lanes = 0xffffffff;

/// Inclusive prefix sum of @p x over the lanes of the warp.
__device__ inline unsigned int scan_warp(unsigned int x) {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const unsigned int addend = __shfl_up_sync(all_lanes, x, distance);
        if (lane >= distance) x += addend;
    }
    return x;
}

/// Inclusive prefix sums within each block, and the sum of each block.
__global__ void __launch_bounds__(BLOCK)
    scan_blocks(const unsigned int* in, unsigned int* out, unsigned int* sums, long long count) {
    __shared__ unsigned int warp_sums[warps];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x;
    unsigned int sum = scan_warp(i < count ? in[i] : 0);
    if (lane == 31) warp_sums[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        const unsigned int inclusive = scan_warp(lane < warps ? warp_sums[lane] : 0);
        if (lane < warps) warp_sums[lane] = inclusive;
    }
    __syncthreads();
    if (warp > 0) sum += warp_sums[warp - 1];
    if (i < count) out[i] = sum;
    if (threadIdx.x == BLOCK - 1) sums[blockIdx.x] = sum;
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
