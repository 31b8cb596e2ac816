// Lab 10, the ladder. NOTES.md has the calculations and the measurements.
//   0_three_phases      a scan per block, and separate launches for the blocks' sums
//   1_tree              Blelloch's tree instead of Hillis-Steele: fewer additions
//   2_padded            the tree without bank conflicts
//   3_shuffles          a scan per warp by shuffles
//   4_reduce_then_scan  reduce, then scan: sums first, then scans that write once
//   5_one_pass          a single pass with decoupled look-back
//   6_more_per_thread   eight vectors per thread instead of one
//   7_tile_in_shared    the tile is held in shared memory
//   8_ahead_on_a_chain  the next tile in flight, with persistent blocks
//   9_own_last_tile     a look-back only to the block's own previous tile
// > 10_blocked          a blocked arrangement instead of warp-striped rows   <- you are here
//   11_without_tickets  tiles in the order of the blocks
//   12_sum_first        the sum of a tile first, and its scan during the look-back
//
// Change:  rung 9 in a blocked arrangement: a thread has 28 consecutive items instead of one vector in each
//          of seven rows. It reads them from shared memory, scans them alone, and writes the sums back; from
//          there the warp stores them row by row.
// Why:     a warp scans 32 sums once per tile instead of once per row: 6 shuffles instead of 42.
// Counter: instructions per element; shuffles.
// Costs:   each element takes one more trip through shared memory. A thread must have an odd number of
//          vectors: with six or eight there are bank conflicts.

#include <cuda_pipeline.h>

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 1024 // threads per block
#endif
#ifndef VECTORS
#define VECTORS 7 // vectors of four elements per thread and tile
#endif

constexpr int warps = BLOCK / 32;
constexpr int TILE = BLOCK * VECTORS * 4; // elements
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

/// Exclusive prefix sum over the warps of the block; @p total is the sum of all. Every lane passes its warp's @p x.
__device__ inline unsigned int scan_warps(unsigned int x, unsigned int& total) {
    __shared__ unsigned int sums[warps];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    __syncthreads(); // no warp still reads the sums of the previous call
    if (lane == 0) sums[warp] = x;
    __syncthreads();
    const unsigned int inclusive = scan_warp(lane < warps ? sums[lane] : 0);
    total = __shfl_sync(all_lanes, inclusive, warps - 1);
    return __shfl_sync(all_lanes, inclusive, warp) - x;
}

/// Flag in the upper half of a published state, whose lower half is the tile's sum; an unpublished state is 0.
constexpr unsigned long long tile_ready = 1ULL << 32;

/// Layout of `scratch`: a ticket, and a state per tile.
struct Scratch {
    unsigned int* ticket;
    unsigned long long* states;
};

static Scratch scratch_of(const ScanArgs& args) {
    return {args.scratch, reinterpret_cast<unsigned long long*>(args.scratch + 2)};
}

/// Clears the ticket and the states of @p tiles tiles.
static void clear(const ScanArgs& args, long long tiles) {
    CUDA_CHECK(cudaMemsetAsync(args.scratch, 0, 8 * (tiles + 1)));
}

__device__ inline void publish(const Scratch& scratch, long long tile, unsigned int sum) {
    __nv_atomic_store_n(&scratch.states[tile], tile_ready | sum, __NV_ATOMIC_RELAXED,
                        __NV_THREAD_SCOPE_DEVICE);
}

/// Returns the sum of tiles @p first to @p end - 1 to every thread of the block; a thread waits for every BLOCK-th of them.
__device__ inline unsigned int look_back(const Scratch& scratch, long long first, long long end) {
    unsigned int sum = 0;
    for (long long tile = first + threadIdx.x; tile < end; tile += BLOCK) {
        unsigned long long state = 0;
        while (state < tile_ready)
            state = __nv_atomic_load_n(&scratch.states[tile], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        sum += static_cast<unsigned int>(state);
    }
    unsigned int total = 0;
    scan_warps(__reduce_add_sync(all_lanes, sum), total);
    return total;
}

/// Four elements of the input from index @p i on; zeros past the end.
__device__ inline uint4 read_vector(const ScanArgs& args, long long i) {
    if (i + 4 <= args.count) return *reinterpret_cast<const uint4*>(args.in + i);
    unsigned int elements[4];
#pragma unroll
    for (int e = 0; e < 4; ++e) elements[e] = i + e < args.count ? args.in[i + e] : 0;
    return make_uint4(elements[0], elements[1], elements[2], elements[3]);
}

/// Writes @p sums to `out`, from index @p i on; nothing past the end.
__device__ inline void write_vector(const ScanArgs& args, long long i, uint4 sums) {
    if (i + 4 <= args.count) {
        __stwb(reinterpret_cast<uint4*>(args.out + i),
               sums); // the compiler splits an ordinary store into four
    } else {
        if (i < args.count) args.out[i] = sums.x;
        if (i + 1 < args.count) args.out[i + 1] = sums.y;
        if (i + 2 < args.count) args.out[i + 2] = sums.z;
    }
}

/// Returns the start of this warp's warp tile in @p buffer: the items of its 32 threads.
__device__ inline uint4* warp_tile_of(uint4* buffer) { return buffer + threadIdx.x / 32 * (32 * VECTORS); }

/// Returns the index of the first element of this warp's warp tile in tile @p tile.
__device__ inline long long first_element(long long tile) {
    return tile * TILE + threadIdx.x / 32 * (128 * VECTORS);
}

/// Starts to copy the warp tile, which begins at element @p first.
__device__ inline void begin_copy(uint4* warp_tile, const ScanArgs& args, long long first) {
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

/// Inclusive prefix sums of the thread's items. Eight lanes read 16 bytes each in a pass: with an odd number of vectors
/// per thread they access all 32 banks.
__device__ inline void scan_thread_items(const uint4* warp_tile, unsigned int (&sums)[4 * VECTORS]) {
    unsigned int sum = 0;
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) {
        const uint4 x = warp_tile[threadIdx.x % 32 * VECTORS + v];
        sums[4 * v] = sum += x.x;
        sums[4 * v + 1] = sum += x.y;
        sums[4 * v + 2] = sum += x.z;
        sums[4 * v + 3] = sum += x.w;
    }
}

/// Writes the thread's sums back to where its items were, with @p prefix added to each.
__device__ inline void store_thread_items(uint4* warp_tile, const unsigned int (&sums)[4 * VECTORS],
                                          unsigned int prefix) {
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) {
        warp_tile[threadIdx.x % 32 * VECTORS + v] =
            make_uint4(prefix + sums[4 * v], prefix + sums[4 * v + 1], prefix + sums[4 * v + 2],
                       prefix + sums[4 * v + 3]);
    }
}

/// Copies the warp tile to `out`.
__device__ inline void store_warp_tile(const uint4* warp_tile, const ScanArgs& args, long long first) {
#pragma unroll
    for (int vector = threadIdx.x % 32; vector < 32 * VECTORS; vector += 32)
        write_vector(args, first + vector * 4, warp_tile[vector]);
}

__global__ void __launch_bounds__(BLOCK) scan_tiles(ScanArgs args, Scratch scratch, long long tiles) {
    extern __shared__ uint4 buffers[];
    __shared__ unsigned int taken[2];
    if (threadIdx.x == 0) taken[1] = atomicAdd(scratch.ticket, 1u);
    __syncthreads();
    long long tile = taken[1];
    if (tile < tiles) begin_copy(warp_tile_of(buffers), args, first_element(tile));
    unsigned int tile_prefix = 0; // the sum of all tiles before `lookback_begin`
    long long lookback_begin = 0; // the first tile whose sum is not in tile_prefix
    for (int iteration = 0; tile < tiles; ++iteration) {
        uint4* const warp_tile = warp_tile_of(buffers + iteration % 2 * (TILE / 4));
        __pipeline_wait_prior(0);
        __syncwarp(); // the copies of the other lanes have arrived, too
        unsigned int sums[4 * VECTORS];
        scan_thread_items(warp_tile, sums);
        const unsigned int own = sums[4 * VECTORS - 1];
        const unsigned int inclusive = scan_warp(own);
        if (threadIdx.x == 0) taken[iteration % 2] = atomicAdd(scratch.ticket, 1u);
        unsigned int total = 0;
        const unsigned int warp_prefix = scan_warps(__shfl_sync(all_lanes, inclusive, 31), total);
        if (threadIdx.x == 0) publish(scratch, tile, total);
        const long long next = taken[iteration % 2]; // written before the barrier in scan_warps()
        if (next < tiles)
            begin_copy(warp_tile_of(buffers + (iteration + 1) % 2 * (TILE / 4)), args, first_element(next));

        tile_prefix += look_back(scratch, lookback_begin, tile);
        store_thread_items(warp_tile, sums, tile_prefix + warp_prefix + inclusive - own);
        __syncwarp();
        store_warp_tile(warp_tile, args, first_element(tile));
        tile_prefix += total;
        lookback_begin = tile + 1;
        tile = next;
    }
}

/// Resident blocks of @p kernel on the device, with @p shared bytes of dynamic shared memory per block.
template <typename Kernel> static long long resident_blocks(Kernel kernel, int shared) {
    int device = 0;
    int multiprocessors = 0;
    int blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, BLOCK, shared));
    return static_cast<long long>(multiprocessors) * blocks;
}

extern "C" void prefix_sums(const ScanArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    constexpr int shared = 2 * TILE * static_cast<int>(sizeof(unsigned int)); // two buffers
    static const long long resident = resident_blocks(scan_tiles, shared);
    const long long tiles = groups_of(TILE, args.count);
    clear(args, tiles);
    scan_tiles<<<std::min(tiles, resident), BLOCK, shared>>>(args, scratch_of(args), tiles);
    CUDA_CHECK_LAUNCH();
}
