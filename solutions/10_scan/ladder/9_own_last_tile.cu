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
// > 9_own_last_tile     a look-back only to the block's own previous tile   <- you are here
//   10_blocked          a blocked arrangement instead of warp-striped rows
//   11_without_tickets  tiles in the order of the blocks
//   12_sum_first        the sum of a tile first, and its scan during the look-back
//
// Change:  rung 8, but a block looks back only to its own previous tile, whose inclusive prefix it knows.
//          It adds up the PARTIAL sums of the tiles between, one per thread; no tile ever publishes an
//          INCLUSIVE prefix.
// Why:     a sum is published as soon as its tile is loaded, so no block waits for a block that waits: the
//          chain is gone.
// Counter: none of the gates.
// Costs:   each block reads every tile's state once, 132 words of 8 bytes per tile of 112 KB.
// Limit:   the memory. NOTES.md says which waits are left.

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

/// The thread's first vector in a buffer. The arrangement is warp-striped: VECTORS rows of 32 vectors, one per lane.
__device__ inline int first_vector() { return threadIdx.x / 32 * (VECTORS * 32) + threadIdx.x % 32; }

/// Starts to copy the thread's vectors of tile @p tile to @p buffer.
__device__ inline void begin_copy(uint4* buffer, const ScanArgs& args, long long tile) {
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) {
        const int vector = first_vector() + v * 32;
        const long long i = tile * TILE + vector * 4;
        if (i + 4 <= args.count) {
            __pipeline_memcpy_async(buffer + vector, args.in + i, 16);
        } else {
            buffer[vector] = read_vector(args, i);
        }
    }
    __pipeline_commit();
}

/// Sets @p vector_prefix to the exclusive prefix of each of the thread's vectors in the warp tile. Returns the
/// sum of the warp tile.
__device__ inline unsigned int scan_rows(const uint4* buffer, unsigned int (&vector_prefix)[VECTORS]) {
    unsigned int sum = 0;
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) {
        const uint4 x = buffer[first_vector() + v * 32];
        const unsigned int own = x.x + x.y + x.z + x.w;
        const unsigned int inclusive = scan_warp(own);
        vector_prefix[v] = sum + inclusive - own;
        sum += __shfl_sync(all_lanes, inclusive, 31);
    }
    return sum;
}

/// Writes the sums of the thread's vectors, with @p warp_prefix added to each.
__device__ inline void store(const uint4* buffer, const unsigned int (&vector_prefix)[VECTORS],
                             const ScanArgs& args, long long tile, unsigned int warp_prefix) {
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) {
        const int vector = first_vector() + v * 32;
        uint4 x = buffer[vector];
        x.x += warp_prefix + vector_prefix[v];
        x.y += x.x;
        x.z += x.y;
        x.w += x.z;
        write_vector(args, tile * TILE + vector * 4, x);
    }
}

__global__ void __launch_bounds__(BLOCK) scan_tiles(ScanArgs args, Scratch scratch, long long tiles) {
    extern __shared__ uint4 buffers[];
    __shared__ unsigned int taken[2];
    if (threadIdx.x == 0) taken[1] = atomicAdd(scratch.ticket, 1u);
    __syncthreads();
    long long tile = taken[1];
    if (tile < tiles) begin_copy(buffers, args, tile);
    unsigned int tile_prefix = 0; // the sum of all tiles before `lookback_begin`
    long long lookback_begin = 0; // the first tile whose sum is not in tile_prefix
    for (int iteration = 0; tile < tiles; ++iteration) {
        uint4* const buffer = buffers + iteration % 2 * (TILE / 4);
        uint4* const other = buffers + (iteration + 1) % 2 * (TILE / 4);
        __pipeline_wait_prior(0); // each thread uses only vectors that it copied itself
        unsigned int vector_prefix[VECTORS];
        const unsigned int sum = scan_rows(buffer, vector_prefix);
        if (threadIdx.x == 0) taken[iteration % 2] = atomicAdd(scratch.ticket, 1u);
        unsigned int total = 0;
        const unsigned int warp_prefix = scan_warps(sum, total);
        if (threadIdx.x == 0) publish(scratch, tile, total);
        const long long next = taken[iteration % 2]; // written before the barrier in scan_warps()
        if (next < tiles) begin_copy(other, args, next);

        tile_prefix += look_back(scratch, lookback_begin, tile);
        store(buffer, vector_prefix, args, tile, tile_prefix + warp_prefix);
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
