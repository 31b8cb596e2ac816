// Lab 11, the ladder. NOTES.md has the calculations and the measurements.
//   0_flags_and_scan    flags, lab 10's scan, and a scatter
// > 1_counts            counts per block instead of flags   <- you are here
//   2_ballots           a ballot instead of a scan per warp
//   3_any_order         an atomic per warp, and no order
//   4_one_pass          a single pass with decoupled look-back
//   5_more_per_thread   16 rows per warp instead of one
//   6_staged            kept elements are staged in shared memory
//   7_ahead_by_ballots  the next tile in flight, with 28 rows per warp
//   8_blocked           a blocked arrangement instead of warp-striped rows
//   9_two_barriers      two barriers per tile, and an early ticket
//   10_whole_lines      warps that write whole lines
//   11_wide_stores      16 bytes per lane in stores as well
//   12_stage_apart      a separate stage, and a single buffer
//   13_early_look       an early load of the states, before the tile is put in order
//
// Change:  no flag is written. A first pass counts the kept elements of each block of 256; the counts are scanned; a last
//          pass reads the elements again and scans the flags of a block in shared memory.
// Why:     a flag can be recomputed from its element. Only one number per 256 flags must go through memory.
// Counter: bytes moved per byte needed.
// Costs:   each element is compared twice.
// Limit:   the array is read twice, and kept elements a third time; a scan of 8 steps with barriers per block.

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block, and elements
#endif

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

/// Counts the kept elements of each block.
__global__ void __launch_bounds__(BLOCK) count_kept(CompactArgs args, unsigned int* counts) {
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x;
    const int kept = __syncthreads_count(i < args.count && args.in[i] < args.bound);
    if (threadIdx.x == 0) counts[blockIdx.x] = kept;
}

/// Inclusive prefix sums within each block, in place, and the sum of each block.
__global__ void __launch_bounds__(BLOCK)
    scan_blocks(unsigned int* numbers, unsigned int* sums, long long count) {
    __shared__ unsigned int warp_counts[32];
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x;
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const unsigned int inclusive = scan_warp(i < count ? numbers[i] : 0);
    if (lane == 31) warp_counts[warp] = inclusive;
    __syncthreads();
    const unsigned int warp_inclusive = scan_warp(lane < BLOCK / 32 ? warp_counts[lane] : 0);
    const unsigned int warp_prefix = __shfl_sync(all_lanes, warp_inclusive, warp) - warp_counts[warp];
    if (i < count) numbers[i] = warp_prefix + inclusive;
    if (threadIdx.x == BLOCK - 1) sums[blockIdx.x] = warp_prefix + inclusive;
}

/// Adds to each number the sum of all blocks before its own: @p sums are inclusive prefix sums.
__global__ void __launch_bounds__(BLOCK)
    add_before(unsigned int* numbers, const unsigned int* sums, long long count) {
    const long long i = (static_cast<long long>(blockIdx.x) + 1) * BLOCK + threadIdx.x;
    if (i < count) numbers[i] += sums[blockIdx.x];
}

/// The sums of the blocks follow the numbers, and are followed by the sums of the blocks that scan these.
static void scan(unsigned int* numbers, long long count) {
    const long long blocks = groups_of(BLOCK, count);
    scan_blocks<<<blocks, BLOCK>>>(numbers, numbers + count, count);
    CUDA_CHECK_LAUNCH();
    if (blocks == 1) return;
    scan(numbers + count, blocks);
    add_before<<<blocks - 1, BLOCK>>>(numbers, numbers + count, count);
    CUDA_CHECK_LAUNCH();
}

/// Writes each kept element to its output index. @p sums are inclusive prefix sums of the blocks' counts.
__global__ void __launch_bounds__(BLOCK) move_kept(CompactArgs args, const unsigned int* sums) {
    __shared__ unsigned int steps[2][BLOCK];
    const int thread = threadIdx.x;
    const long long i = static_cast<long long>(blockIdx.x) * BLOCK + thread;
    const bool keep = i < args.count && args.in[i] < args.bound;
    int from = 0;
    steps[from][thread] = keep ? 1 : 0;
    __syncthreads();
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        const unsigned int addend = thread >= distance ? steps[from][thread - distance] : 0;
        steps[1 - from][thread] = steps[from][thread] + addend;
        from = 1 - from;
        __syncthreads();
    }
    const unsigned int block_prefix = blockIdx.x == 0 ? 0 : sums[blockIdx.x - 1];
    if (keep) args.out[block_prefix + steps[from][thread] - 1] = args.in[i];
    if (i == args.count - 1) *args.kept = block_prefix + steps[from][thread];
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
