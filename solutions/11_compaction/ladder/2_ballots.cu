// Lab 11, the ladder. NOTES.md has the sums and the measurements.
//   0_flags_and_scan    flags, lab 10's scan, and a move by what it says
//   1_counts            counts of blocks in place of flags
// > 2_ballots           a ballot in place of a scan in each warp   <- you are here
//   3_any_order         an atomic for each warp, and no order
//   4_one_pass          one pass, whose blocks look back
//   5_more_a_thread     16 rows a warp instead of one
//   6_staged            what is kept goes through shared memory
//   7_ahead_by_ballots  the next tile ahead, with 28 rows a warp
//   8_runs              a run for each thread instead of rows
//   9_two_barriers      two barriers a tile, and an early ticket
//   10_whole_lines      warps that write whole lines
//   11_wide_stores      16 bytes a lane in stores as well
//   12_stage_apart      a stage of its own, and a single slot
//   13_early_look       a look at other tiles before the own one is put in order
//
// Change:  a lane learns which lanes of its warp keep theirs by one ballot, and counts those before itself by popc.
//          A thread keeps its element in a register and does not read it again.
// Why:     the flags of a warp are 32 bits: one word. No step and no barrier is needed to know how many are before a lane.
// Counter: barriers, bytes moved for each that is needed, instructions for each element.
// Costs:   nothing.
// Limit:   the row is read twice, 4 bytes a lane, and a block has 1 KB of it under way.

#include <cmath>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads in a block, and elements
#endif

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

/// How many elements of each block are kept.
__global__ void __launch_bounds__(BLOCK) count_kept(CompactArgs args, unsigned int* counts) {
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x;
    const int kept = __syncthreads_count(i < args.count && args.in[i] < args.bound);
    if (threadIdx.x == 0) counts[blockIdx.x] = kept;
}

/// Prefix sums of each block's numbers alone, in place, and the sum of each block.
__global__ void __launch_bounds__(BLOCK)
    scan_blocks(unsigned int* numbers, unsigned int* sums, long long count) {
    __shared__ unsigned int of_warps[32];
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x;
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const unsigned int through = scan_warp(i < count ? numbers[i] : 0);
    if (lane == 31) of_warps[warp] = through;
    __syncthreads();
    const unsigned int warps_through = scan_warp(lane < BLOCK / 32 ? of_warps[lane] : 0);
    const unsigned int before = __shfl_sync(all_lanes, warps_through, warp) - of_warps[warp];
    if (i < count) numbers[i] = before + through;
    if (threadIdx.x == BLOCK - 1) sums[blockIdx.x] = before + through;
}

/// Adds to each number the sum of all blocks before its own: @p sums are prefix sums by now.
__global__ void __launch_bounds__(BLOCK)
    add_before(unsigned int* numbers, const unsigned int* sums, long long count) {
    const long long i = (static_cast<long long>(blockIdx.x) + 1) * BLOCK + threadIdx.x;
    if (i < count) numbers[i] += sums[blockIdx.x];
}

/// The sums of the blocks lie behind the numbers, and behind them those of the blocks that scan these.
static void scan(unsigned int* numbers, long long count) {
    const long long blocks = groups_of(BLOCK, count);
    scan_blocks<<<blocks, BLOCK>>>(numbers, numbers + count, count);
    CUDA_CHECK_LAUNCH();
    if (blocks == 1) return;
    scan(numbers + count, blocks);
    add_before<<<blocks - 1, BLOCK>>>(numbers, numbers + count, count);
    CUDA_CHECK_LAUNCH();
}

/// Writes what is kept to its place. @p sums says how many are kept up to the end of each block.
__global__ void __launch_bounds__(BLOCK) move_kept(CompactArgs args, const unsigned int* sums) {
    __shared__ unsigned int of_warps[32];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x;
    const float element = i < args.count ? args.in[i] : INFINITY;
    const bool keep = element < args.bound;
    const unsigned int lanes = __ballot_sync(all_lanes, keep);
    const unsigned int lanes_before = __popc(lanes & ((1U << lane) - 1));
    if (lane == 0) of_warps[warp] = __popc(lanes);
    __syncthreads();
    const unsigned int through = scan_warp(lane < BLOCK / 32 ? of_warps[lane] : 0);
    const unsigned int blocks_before = blockIdx.x == 0 ? 0 : sums[blockIdx.x - 1];
    const unsigned int warps_before = __shfl_sync(all_lanes, through, warp) - of_warps[warp];
    if (keep) args.out[blocks_before + warps_before + lanes_before] = element;
    if (i == args.count - 1) *args.kept = sums[blockIdx.x];
}

extern "C" void keep_below(const CompactArgs& args) {
    if (args.count == 0) { // to CUDA a grid without blocks is an error
        CUDA_CHECK(cudaMemsetAsync(args.kept, 0, sizeof *args.kept));
        return;
    }
    const long long blocks = groups_of(BLOCK, args.count);
    count_kept<<<blocks, BLOCK>>>(args, args.scratch);
    CUDA_CHECK_LAUNCH();
    scan(args.scratch, blocks);
    move_kept<<<blocks, BLOCK>>>(args, args.scratch);
    CUDA_CHECK_LAUNCH();
}
