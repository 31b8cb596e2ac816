// Lab 11, the ladder. NOTES.md has the calculations and the measurements.
//   0_flags_and_scan    flags, lab 10's scan, and a scatter
//   1_counts            counts per block instead of flags
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
// > 13_early_look       an early load of the states, before the tile is put in order   <- you are here
//
// Change:  rung 10, but each thread loads its state before it puts its elements in order, not after it.
// Why:     a state is a load from L2. By the time the stage is complete, most tiles have been published.
// Counter: none: the same work is done in another order.
// Costs:   a register or two.
// Limit:   NOTES.md.

#include <cuda_pipeline.h>

#include <algorithm>
#include <cmath>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 1024 // threads per block
#endif
#ifndef VECTORS
#define VECTORS 7 // vectors of four elements per thread and tile
#endif

constexpr int warps = BLOCK / 32;
constexpr int items_per_thread = 4 * VECTORS;
constexpr int TILE = BLOCK * items_per_thread; // elements

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
/// Flag in the upper half of a published state, whose lower half is the tile's count; an unpublished state is 0.
constexpr unsigned long long tile_ready = 1ULL << 32;

/// Layout of `scratch`: a ticket, and a state per tile.
struct Scratch {
    unsigned int* ticket;
    unsigned long long* states;
};

__device__ inline void publish(const Scratch& scratch, unsigned int tile, unsigned int count) {
    __nv_atomic_store_n(&scratch.states[tile], tile_ready | count, __NV_ATOMIC_RELAXED,
                        __NV_THREAD_SCOPE_DEVICE);
}

/// The current state of a tile.
__device__ inline unsigned long long load_state(const Scratch& scratch, unsigned int tile) {
    return __nv_atomic_load_n(&scratch.states[tile], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

/// Sum of every BLOCK-th count of tiles @p first to @p end - 1. Waits for one at most: fewer than BLOCK are pending.
/// @p state: that of the first of these tiles, already loaded.
__device__ inline unsigned int thread_look_back(const Scratch& scratch, unsigned int first, unsigned int end,
                                                unsigned long long state) {
    unsigned int sum = 0;
    for (unsigned int tile = first + threadIdx.x; tile < end; tile += BLOCK) {
        while (state < tile_ready) state = load_state(scratch, tile);
        sum += static_cast<unsigned int>(state);
        state = 0;
    }
    return sum;
}

/// Four elements of the input from index @p i on; infinity past the end, which no bound keeps.
__device__ inline float4 read_vector(const CompactArgs& args, long long i) {
    if (i + 4 <= args.count) return *reinterpret_cast<const float4*>(args.in + i);
    float elements[4];
#pragma unroll
    for (int e = 0; e < 4; ++e) elements[e] = i + e < args.count ? args.in[i + e] : INFINITY;
    return make_float4(elements[0], elements[1], elements[2], elements[3]);
}

/// Starts the copy of a warp tile, which begins at element @p first.
__device__ inline void begin_copy(float4* warp_tile, const CompactArgs& args, long long first) {
#pragma unroll
    for (int vector = threadIdx.x % 32; vector < 32 * VECTORS; vector += 32) {
        const long long i = first + vector * 4;
        if (i + 4 <= args.count) {
            __pipeline_memcpy_async(warp_tile + vector, args.in + i, 16);
        } else {
            warp_tile[vector] = read_vector(args, i);
        }
    }
    __pipeline_commit();
}

/// Exclusive prefix sum of @p count over the threads of the block; @p total is the sum of all. The caller must pass another
/// barrier before the next call.
__device__ inline unsigned int scan_counts(unsigned int count, unsigned int& total) {
    __shared__ unsigned int warp_counts[32];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    const unsigned int lanemask_lt = (1U << lane) - 1;
    unsigned int lane_prefix = 0;
    unsigned int warp_count = 0;
#pragma unroll
    for (int bit = 0; items_per_thread >> bit != 0; ++bit) {
        const unsigned int lanes = __ballot_sync(all_lanes, (count >> bit & 1) != 0);
        lane_prefix += __popc(lanes & lanemask_lt) << bit;
        warp_count += __popc(lanes) << bit;
    }
    if (lane == 0) warp_counts[warp] = warp_count;
    __syncthreads();
    const unsigned int inclusive = scan_warp(lane < warps ? warp_counts[lane] : 0);
    total = __shfl_sync(all_lanes, inclusive, 31);
    return lane_prefix + __shfl_sync(all_lanes, inclusive, warp) - warp_counts[warp];
}

/// Loads the thread's items from the warp tile. Returns how many of them are kept.
__device__ inline unsigned int load_thread_items(const float4* warp_tile, float (&elements)[items_per_thread],
                                                 float bound) {
    unsigned int count = 0;
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) {
        const float4 vector = warp_tile[threadIdx.x % 32 * VECTORS + v];
        elements[4 * v] = vector.x;
        elements[4 * v + 1] = vector.y;
        elements[4 * v + 2] = vector.z;
        elements[4 * v + 3] = vector.w;
    }
#pragma unroll
    for (int i = 0; i < items_per_thread; ++i) count += elements[i] < bound ? 1 : 0;
    return count;
}

__global__ void __launch_bounds__(BLOCK)
    compact_tiles(CompactArgs args, Scratch scratch, unsigned int tiles) {
    extern __shared__ float4 buffers[];
    __shared__ unsigned int taken[2];
    __shared__ unsigned int lookback_counts[32]; // the warps' shares of the look-back
    const unsigned int lane = threadIdx.x % 32;
    const unsigned int warp = threadIdx.x / 32;
    const auto buffer_of = [&](int iteration) { return buffers + iteration % 2 * (TILE / 4); };
    const auto warp_tile_of = [&](int iteration) { return buffer_of(iteration) + warp * (32 * VECTORS); };
    const auto first_element = [&](unsigned int tile) {
        return (static_cast<long long>(tile) * warps + warp) * (32 * items_per_thread);
    };

    if (threadIdx.x == 0) taken[1] = atomicAdd(scratch.ticket, 1U);
    if (warp == 0) lookback_counts[lane] = 0;
    __syncthreads();
    unsigned int tile = taken[1];
    if (tile < tiles) begin_copy(warp_tile_of(0), args, first_element(tile));
    unsigned int tile_prefix = 0;    // kept elements of all tiles before `lookback_begin`
    unsigned int lookback_begin = 0; // the first tile that this block has not looked at
    for (int iteration = 0; tile < tiles; ++iteration) {
        if (threadIdx.x == 0) taken[iteration % 2] = atomicAdd(scratch.ticket, 1U);
        __pipeline_wait_prior(0);
        __syncwarp();
        float elements[items_per_thread];
        const unsigned int count = load_thread_items(warp_tile_of(iteration), elements, args.bound);
        unsigned int total = 0;
        unsigned int position = scan_counts(count, total);
        if (threadIdx.x == 0) publish(scratch, tile, total);
        const unsigned int next = taken[iteration % 2];
        if (next < tiles) begin_copy(warp_tile_of(iteration + 1), args, first_element(next));

        auto* const stage =
            reinterpret_cast<float*>(buffer_of(iteration)); // all threads have read their items
        const unsigned int predecessor = lookback_begin + threadIdx.x;
        const unsigned long long state = predecessor < tile ? load_state(scratch, predecessor) : 0;
#pragma unroll
        for (int i = 0; i < items_per_thread; ++i)
            if (elements[i] < args.bound) stage[position++] = elements[i];
        const unsigned int lookback_count =
            __reduce_add_sync(all_lanes, thread_look_back(scratch, lookback_begin, tile, state));
        if (lane == 0) lookback_counts[warp] = lookback_count;
        __syncthreads(); // the stage and the look-back's sums are complete
        tile_prefix += __reduce_add_sync(all_lanes, lookback_counts[lane]);
        const int end = static_cast<int>(total);
        for (int i = static_cast<int>(threadIdx.x - tile_prefix % 32); i < end; i += BLOCK)
            if (i >= 0) args.out[tile_prefix + i] = stage[i];
        tile_prefix += total;
        if (tile == tiles - 1 && threadIdx.x == 0) *args.kept = tile_prefix;
        lookback_begin = tile + 1;
        tile = next;
    }
}
/// Multiprocessors of the device; each holds one block with @p bytes of shared memory.
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
    constexpr int shared = 2 * TILE * static_cast<int>(sizeof(float)); // two buffers
    static const unsigned int max_blocks = multiprocessors(shared);
    const Scratch scratch = {args.scratch, reinterpret_cast<unsigned long long*>(args.scratch + 2)};
    const auto tiles = static_cast<unsigned int>(groups_of(TILE, args.count));
    CUDA_CHECK(cudaMemsetAsync(args.scratch, 0, 8 * (tiles + 1ULL)));
    compact_tiles<<<std::min(tiles, max_blocks), BLOCK, shared>>>(args, scratch, tiles);
    CUDA_CHECK_LAUNCH();
}
