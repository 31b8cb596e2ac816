// Lab 11, the ladder. NOTES.md has the sums and the measurements.
//   0_flags_and_scan    flags, lab 10's scan, and a move by what it says
//   1_counts            counts of blocks in place of flags
//   2_ballots           a ballot in place of a scan in each warp
//   3_any_order         an atomic for each warp, and no order
//   4_one_pass          one pass, whose blocks look back
//   5_more_a_thread     16 rows a warp instead of one
// > 6_staged            what is kept goes through shared memory   <- you are here
//   7_ahead_by_ballots  the next tile ahead, with 28 rows a warp
//   8_runs              a run for each thread instead of rows
//   9_two_barriers      two barriers a tile, and an early ticket
//   10_whole_lines      warps that write whole lines
//   11_wide_stores      16 bytes a lane in stores as well
//   12_stage_apart      a stage of its own, and a single slot
//   13_early_look       a look at other tiles before the own one is put in order
//
// Change:  what a block keeps goes to shared memory first, in order, and is written from there by neighbouring threads.
// Why:     to write whole lines. But the lanes of a row that keep theirs are neighbours in `out` already: a row writes 16
//          elements, one behind the other. There is little to gain, and a barrier more to wait for.
// Counter: none at the size that is counted, where all are kept. With half kept a store of a row touches 3 sectors, one from
//          the stage 5, and there are half as many.
// Costs:   16 KB of shared memory a block, and a barrier.
// Limit:   the same as before.

#include <cmath>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads in a block
#endif
#ifndef ROWS
#define ROWS 16 // of 32 elements each, of a warp
#endif

constexpr int warps = BLOCK / 32;
constexpr int TILE = BLOCK * ROWS; // elements

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
/// What is known of a tile, in the upper half of its state; the number is in the lower half. One word, so that nobody sees
/// one half without the other.
constexpr unsigned long long own_count = 1ULL << 32;  ///< how many the tile itself keeps
constexpr unsigned long long all_before = 2ULL << 32; ///< how many are kept up to its end

/// Scratch: a ticket, and a state for each tile.
struct Scratch {
    unsigned int* ticket;
    unsigned long long* states;
};

__device__ inline void publish(const Scratch& scratch, long long tile, unsigned long long state) {
    __nv_atomic_store_n(&scratch.states[tile], state, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

/// How many all tiles before @p tile keep, for every lane of the warp that calls it. A lane looks at one state, the warp at
/// 32 of them, and goes on to the 32 before these until one of them says it for all before.
__device__ inline unsigned int look_back(const Scratch& scratch, long long tile) {
    unsigned int sum = 0;
    for (long long at = tile - 1 - threadIdx.x % 32;; at -= 32) {
        unsigned long long state = all_before; // there is nothing before the first tile
        do {
            if (at >= 0)
                state =
                    __nv_atomic_load_n(&scratch.states[at], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        } while (__any_sync(all_lanes, state < own_count));
        const unsigned int ends = __ballot_sync(all_lanes, state >= all_before);
        const int nearest = ends == 0 ? 31 : __ffs(static_cast<int>(ends)) - 1;
        const bool counts = static_cast<int>(threadIdx.x % 32) <= nearest;
        sum += __reduce_add_sync(all_lanes, counts ? static_cast<unsigned int>(state) : 0);
        if (ends != 0) return sum;
    }
}

__global__ void __launch_bounds__(BLOCK) compact_tiles(CompactArgs args, Scratch scratch, long long tiles) {
    __shared__ unsigned int of_warps[32]; // counts; and then, for each, what the warps before it keep
    __shared__ unsigned int taken;
    __shared__ unsigned int tiles_before;
    __shared__ unsigned int of_tile;
    __shared__ float stage[TILE];
    if (threadIdx.x == 0) taken = atomicAdd(scratch.ticket, 1U);
    __syncthreads();
    const long long tile = taken;
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const unsigned int lanes_before = (1U << lane) - 1;
    const long long first = tile * TILE + warp * (32 * ROWS) + lane;

    float elements[ROWS];
#pragma unroll
    for (int row = 0; row < ROWS; ++row) {
        const long long i = first + row * 32;
        elements[row] = i < args.count ? args.in[i] : INFINITY;
    }
    unsigned int places[ROWS]; // in what the warp keeps
    unsigned int of_warp = 0;
#pragma unroll
    for (int row = 0; row < ROWS; ++row) {
        const unsigned int lanes = __ballot_sync(all_lanes, elements[row] < args.bound);
        places[row] = of_warp + __popc(lanes & lanes_before);
        of_warp += __popc(lanes);
    }
    if (lane == 0) of_warps[warp] = of_warp;
    __syncthreads();
    if (warp == 0) {
        const unsigned int mine = lane < warps ? of_warps[lane] : 0;
        const unsigned int through = scan_warp(mine);
        of_warps[lane] = through - mine;
        const unsigned int total = __shfl_sync(all_lanes, through, 31);
        if (lane == 0) publish(scratch, tile, own_count | total);
        const unsigned int before = look_back(scratch, tile);
        if (lane == 0) {
            publish(scratch, tile, all_before | (before + total));
            tiles_before = before;
            of_tile = total;
            if (tile == tiles - 1) *args.kept = before + total;
        }
    }
    __syncthreads();
#pragma unroll
    for (int row = 0; row < ROWS; ++row)
        if (elements[row] < args.bound) stage[of_warps[warp] + places[row]] = elements[row];
    __syncthreads();
    for (unsigned int i = threadIdx.x; i < of_tile; i += BLOCK) args.out[tiles_before + i] = stage[i];
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
