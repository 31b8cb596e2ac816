// Lab 11, the ladder. NOTES.md has the calculations and the measurements.
//   0_flags_and_scan    flags, lab 10's scan, and a scatter
//   1_counts            counts per block instead of flags
//   2_ballots           a ballot instead of a scan per warp
//   3_any_order         an atomic per warp, and no order
//   4_one_pass          a single pass with decoupled look-back
//   5_more_per_thread   16 rows per warp instead of one
// > 6_staged            kept elements are staged in shared memory   <- you are here
//   7_ahead_by_ballots  the next tile in flight, with 28 rows per warp
//   8_blocked           a blocked arrangement instead of warp-striped rows
//   9_two_barriers      two barriers per tile, and an early ticket
//   10_whole_lines      warps that write whole lines
//   11_wide_stores      16 bytes per lane in stores as well
//   12_stage_apart      a separate stage, and a single buffer
//   13_early_look       an early load of the states, before the tile is put in order
//
// Change:  the kept elements of a block go to shared memory first, in order, and neighbouring threads write them from there.
// Why:     to write whole lines. But the kept elements of a row are already neighbours in `out`: a row writes 16
//          consecutive elements. There is little to gain, and one barrier more.
// Counter: none at the counted size, where all elements are kept. With half kept, a store of a row touches 3 sectors; a
//          store from the stage touches 5, and there are half as many stores.
// Costs:   16 KB of shared memory per block, and a barrier.
// Limit:   the same as before.

#include <cmath>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block
#endif
#ifndef ROWS
#define ROWS 16 // rows of 32 elements per warp
#endif

constexpr int warps = BLOCK / 32;
constexpr int TILE = BLOCK * ROWS; // elements

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
/// Status of a tile, in the upper half of its state; the count is in the lower half. Both are in one word, so that no reader
/// sees one half without the other. A status of 0 is INVALID.
constexpr unsigned long long tile_partial = 1ULL << 32; ///< PARTIAL: the tile's own count
constexpr unsigned long long tile_inclusive = 2ULL
                                              << 32; ///< INCLUSIVE: the count of all tiles up to this one

/// Layout of `scratch`: a ticket, and a state per tile.
struct Scratch {
    unsigned int* ticket;
    unsigned long long* states;
};

__device__ inline void publish(const Scratch& scratch, long long tile, unsigned long long state) {
    __nv_atomic_store_n(&scratch.states[tile], state, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

/// Returns the exclusive prefix of @p tile to every lane of the warp, by decoupled look-back: the warp reads 32 states at a
/// time, one per lane, and continues with the 32 before them until one is INCLUSIVE.
__device__ inline unsigned int look_back(const Scratch& scratch, long long tile) {
    unsigned int sum = 0;
    for (long long at = tile - 1 - threadIdx.x % 32;; at -= 32) {
        unsigned long long state = tile_inclusive; // the prefix of the first tile is 0
        do {
            if (at >= 0)
                state =
                    __nv_atomic_load_n(&scratch.states[at], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        } while (__any_sync(all_lanes, state < tile_partial));
        const unsigned int inclusive_lanes = __ballot_sync(all_lanes, state >= tile_inclusive);
        const int nearest = inclusive_lanes == 0 ? 31 : __ffs(static_cast<int>(inclusive_lanes)) - 1;
        const bool counts = static_cast<int>(threadIdx.x % 32) <= nearest;
        sum += __reduce_add_sync(all_lanes, counts ? static_cast<unsigned int>(state) : 0);
        if (inclusive_lanes != 0) return sum;
    }
}

__global__ void __launch_bounds__(BLOCK) compact_tiles(CompactArgs args, Scratch scratch, long long tiles) {
    __shared__ unsigned int warp_counts[32]; // counts per warp, and then their exclusive prefixes
    __shared__ unsigned int taken;
    __shared__ unsigned int tile_prefix;
    __shared__ unsigned int tile_count;
    __shared__ float stage[TILE];
    if (threadIdx.x == 0) taken = atomicAdd(scratch.ticket, 1U);
    __syncthreads();
    const long long tile = taken;
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const unsigned int lanemask_lt = (1U << lane) - 1;
    const long long first = tile * TILE + warp * (32 * ROWS) + lane;

    float elements[ROWS];
#pragma unroll
    for (int row = 0; row < ROWS; ++row) {
        const long long i = first + row * 32;
        elements[row] = i < args.count ? args.in[i] : INFINITY;
    }
    unsigned int positions[ROWS]; // among the elements that the warp keeps
    unsigned int warp_count = 0;
#pragma unroll
    for (int row = 0; row < ROWS; ++row) {
        const unsigned int lanes = __ballot_sync(all_lanes, elements[row] < args.bound);
        positions[row] = warp_count + __popc(lanes & lanemask_lt);
        warp_count += __popc(lanes);
    }
    if (lane == 0) warp_counts[warp] = warp_count;
    __syncthreads();
    if (warp == 0) {
        const unsigned int mine = lane < warps ? warp_counts[lane] : 0;
        const unsigned int inclusive = scan_warp(mine);
        warp_counts[lane] = inclusive - mine;
        const unsigned int total = __shfl_sync(all_lanes, inclusive, 31);
        if (lane == 0) publish(scratch, tile, tile_partial | total);
        const unsigned int exclusive_prefix = look_back(scratch, tile);
        if (lane == 0) {
            publish(scratch, tile, tile_inclusive | (exclusive_prefix + total));
            tile_prefix = exclusive_prefix;
            tile_count = total;
            if (tile == tiles - 1) *args.kept = exclusive_prefix + total;
        }
    }
    __syncthreads();
#pragma unroll
    for (int row = 0; row < ROWS; ++row)
        if (elements[row] < args.bound) stage[warp_counts[warp] + positions[row]] = elements[row];
    __syncthreads();
    for (unsigned int i = threadIdx.x; i < tile_count; i += BLOCK) args.out[tile_prefix + i] = stage[i];
}

extern "C" void keep_below(const CompactArgs& args) {
    if (args.count == 0) { // to CUDA a grid without blocks is an error
        CUDA_CHECK(cudaMemsetAsync(args.kept, 0, sizeof *args.kept));
        return;
    }
    const long long tiles = groups_of(TILE, args.count);
    const Scratch scratch = {args.scratch, reinterpret_cast<unsigned long long*>(args.scratch + 2)};
    CUDA_CHECK(cudaMemsetAsync(args.scratch, 0, 8 * (tiles + 1)));
    compact_tiles<<<tiles, BLOCK>>>(args, scratch, tiles);
    CUDA_CHECK_LAUNCH();
}
