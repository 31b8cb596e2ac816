// Lab 11, the ladder. NOTES.md has the sums and the measurements.
//   0_flags_and_scan    flags, lab 10's scan, and a move by what it says
//   1_counts            counts of blocks in place of flags
//   2_ballots           a ballot in place of a scan in each warp
//   3_any_order         an atomic for each warp, and no order
//   4_one_pass          one pass, whose blocks look back
//   5_more_a_thread     16 rows a warp instead of one
//   6_staged            what is kept goes through shared memory
//   7_ahead_by_ballots  the next tile ahead, with 28 rows a warp
//   8_runs              a run for each thread instead of rows
//   9_two_barriers      two barriers a tile, and an early ticket
// > 10_whole_lines      warps that write whole lines   <- you are here
//   11_wide_stores      16 bytes a lane in stores as well
//   12_stage_apart      a stage of its own, and a single slot
//   13_early_look       a look at other tiles before the own one is put in order
//
// Change:  a warp begins to write where a line of 128 bytes begins, in `out`. The first warp leaves out what lies before.
// Why:     each line is written by one warp, at once.
// Counter: none of the gates'. With half kept, sectors for each request of a store: from 5 to 4.
// Costs:   nothing.
// Limit:   a thread looks at other tiles only when its elements are in order, and then waits for a load from L2.

#include <cuda_pipeline.h>

#include <algorithm>
#include <cmath>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 1024 // threads in a block
#endif
#ifndef VECTORS
#define VECTORS 7 // of four elements each, of a thread in a tile
#endif

constexpr int warps = BLOCK / 32;
constexpr int run = 4 * VECTORS;
constexpr int TILE = BLOCK * run; // elements

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
/// A tile's state is this and how many it keeps, in one word, as soon as that is known, and 0 before.
constexpr unsigned long long known = 1ULL << 32;

/// Scratch: a ticket, and a state for each tile.
struct Scratch {
    unsigned int* ticket;
    unsigned long long* states;
};

__device__ inline void publish(const Scratch& scratch, unsigned int tile, unsigned int count) {
    __nv_atomic_store_n(&scratch.states[tile], known | count, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

/// What the thread knows of what tiles @p first to @p end - 1 keep: it waits for one of them, or for none.
__device__ inline unsigned int sum_of_states(const Scratch& scratch, unsigned int first, unsigned int end) {
    unsigned int sum = 0;
    for (unsigned int tile = first + threadIdx.x; tile < end; tile += BLOCK) {
        unsigned long long state = 0;
        while (state < known)
            state = __nv_atomic_load_n(&scratch.states[tile], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        sum += static_cast<unsigned int>(state);
    }
    return sum;
}

/// The vector of the row that begins with element @p i; behind the end stands what no bound keeps.
__device__ inline float4 read_vector(const CompactArgs& args, long long i) {
    if (i + 4 <= args.count) return *reinterpret_cast<const float4*>(args.in + i);
    float elements[4];
#pragma unroll
    for (int e = 0; e < 4; ++e) elements[e] = i + e < args.count ? args.in[i + e] : INFINITY;
    return make_float4(elements[0], elements[1], elements[2], elements[3]);
}

/// Starts to copy a warp's part of a tile, elements @p first and behind.
__device__ inline void begin_copy(float4* part, const CompactArgs& args, long long first) {
#pragma unroll
    for (int vector = threadIdx.x % 32; vector < 32 * VECTORS; vector += 32) {
        const long long i = first + vector * 4;
        if (i + 4 <= args.count) {
            __pipeline_memcpy_async(part + vector, args.in + i, 16);
        } else {
            part[vector] = read_vector(args, i);
        }
    }
    __pipeline_commit();
}

/// What the threads before this one keep, where it keeps @p count itself; @p total is what the block keeps. There has to be
/// another barrier before it is called again.
__device__ inline unsigned int scan_counts(unsigned int count, unsigned int& total) {
    __shared__ unsigned int of_warps[32];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const unsigned int lanes_before = (1U << lane) - 1;
    unsigned int before = 0;
    unsigned int of_warp = 0;
#pragma unroll
    for (int bit = 0; run >> bit != 0; ++bit) {
        const unsigned int lanes = __ballot_sync(all_lanes, (count >> bit & 1) != 0);
        before += __popc(lanes & lanes_before) << bit;
        of_warp += __popc(lanes) << bit;
    }
    if (lane == 0) of_warps[warp] = of_warp;
    __syncthreads();
    const unsigned int through = scan_warp(lane < warps ? of_warps[lane] : 0);
    total = __shfl_sync(all_lanes, through, 31);
    return before + __shfl_sync(all_lanes, through, warp) - of_warps[warp];
}

/// The thread's run, from its warp's part. Returns how many of it are kept.
__device__ inline unsigned int read_run(const float4* part, float (&elements)[run], float bound) {
    unsigned int count = 0;
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) {
        const float4 vector = part[threadIdx.x % 32 * VECTORS + v];
        elements[4 * v] = vector.x;
        elements[4 * v + 1] = vector.y;
        elements[4 * v + 2] = vector.z;
        elements[4 * v + 3] = vector.w;
    }
#pragma unroll
    for (int i = 0; i < run; ++i) count += elements[i] < bound ? 1 : 0;
    return count;
}

__global__ void __launch_bounds__(BLOCK)
    compact_tiles(CompactArgs args, Scratch scratch, unsigned int tiles) {
    extern __shared__ float4 slots[];
    __shared__ unsigned int taken[2];
    __shared__ unsigned int of_others[32]; // what the warps have found of the tiles between
    const unsigned int lane = threadIdx.x % 32;
    const unsigned int warp = threadIdx.x / 32;
    const auto slot_of_turn = [&](int turn) { return slots + turn % 2 * (TILE / 4); };
    const auto part_of_turn = [&](int turn) { return slot_of_turn(turn) + warp * (32 * VECTORS); };
    const auto first_of_part = [&](unsigned int tile) {
        return (static_cast<long long>(tile) * warps + warp) * (32 * run);
    };

    if (threadIdx.x == 0) taken[1] = atomicAdd(scratch.ticket, 1U);
    if (warp == 0) of_others[lane] = 0;
    __syncthreads();
    unsigned int tile = taken[1];
    if (tile < tiles) begin_copy(part_of_turn(0), args, first_of_part(tile));
    unsigned int before = 0;  // how many all tiles before number `unknown` keep
    unsigned int unknown = 0; // the first tile that this block has not asked for
    for (int turn = 0; tile < tiles; ++turn) {
        if (threadIdx.x == 0) taken[turn % 2] = atomicAdd(scratch.ticket, 1U);
        __pipeline_wait_prior(0);
        __syncwarp();
        float elements[run];
        const unsigned int count = read_run(part_of_turn(turn), elements, args.bound);
        unsigned int total = 0;
        unsigned int place = scan_counts(count, total);
        if (threadIdx.x == 0) publish(scratch, tile, total);
        const unsigned int next = taken[turn % 2];
        if (next < tiles) begin_copy(part_of_turn(turn + 1), args, first_of_part(next));

        auto* const stage = reinterpret_cast<float*>(slot_of_turn(turn)); // all have read their runs
#pragma unroll
        for (int i = 0; i < run; ++i)
            if (elements[i] < args.bound) stage[place++] = elements[i];
        const unsigned int others = __reduce_add_sync(all_lanes, sum_of_states(scratch, unknown, tile));
        if (lane == 0) of_others[warp] = others;
        __syncthreads(); // the stage is there, and what the others keep
        before += __reduce_add_sync(all_lanes, of_others[lane]);
        const int end = static_cast<int>(total);
        for (int i = static_cast<int>(threadIdx.x - before % 32); i < end; i += BLOCK)
            if (i >= 0) args.out[before + i] = stage[i];
        before += total;
        if (tile == tiles - 1 && threadIdx.x == 0) *args.kept = before;
        unknown = tile + 1;
        tile = next;
    }
}
/// The device's multiprocessors: each has room for one block, with @p bytes of shared memory.
static unsigned int multiprocessors(int bytes) {
    int device = 0;
    int count = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaFuncSetAttribute(compact_tiles, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    return count;
}

extern "C" void keep_below(const CompactArgs& args) {
    if (args.count == 0) { // to CUDA a grid without blocks is an error
        CUDA_CHECK(cudaMemsetAsync(args.kept, 0, sizeof *args.kept));
        return;
    }
    constexpr int shared = 2 * TILE * static_cast<int>(sizeof(float)); // two slots
    static const unsigned int most_blocks = multiprocessors(shared);
    const Scratch scratch = {args.scratch, reinterpret_cast<unsigned long long*>(args.scratch + 2)};
    const auto tiles = static_cast<unsigned int>(groups_of(TILE, args.count));
    CUDA_CHECK(cudaMemsetAsync(args.scratch, 0, 8 * (tiles + 1ULL)));
    compact_tiles<<<std::min(tiles, most_blocks), BLOCK, shared>>>(args, scratch, tiles);
    CUDA_CHECK_LAUNCH();
}
