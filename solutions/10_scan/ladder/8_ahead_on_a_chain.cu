// Lab 10, the ladder. NOTES.md has the sums and the measurements.
//   0_three_phases      a scan in each block, and its sums by launches of their own
//   1_tree              a tree in place of steps: fewer additions
//   2_padded            the tree without bank conflicts
//   3_shuffles          a scan in each warp by shuffles
//   4_reduce_then_scan  sums first, and then scans that write once
//   5_one_pass          one pass, whose blocks look back
//   6_more_a_thread     eight vectors a thread instead of one
//   7_tile_in_shared    the tile waits in shared memory
// > 8_ahead_on_a_chain  the next tile ahead, with blocks that stay   <- you are here
//   9_own_last_tile     a look back no further than the own last tile
//   10_runs             a run for each thread instead of rows
//   11_without_tickets  tiles in the order of the blocks
//   12_sum_first        the sum of a tile first, and its scan while others are waited for
//
// Change:  rung 7 with blocks that stay: each takes one tile after the other, and the next one is under way
//          while it looks back for this one. Two tiles of 112 KB are all that fits an SM, so one block of
//          1024 threads.
// Why:     something is under way at all times.
// Counter: none of the gates'.
// Costs:   a chain: a block has taken its next tile long before it can say that tile's sum, and all behind
//          it wait. Whoever holds the chain up has a tile to finish first.

#include <cuda_pipeline.h>

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 1024 // threads in a block
#endif
#ifndef VECTORS
#define VECTORS 7 // of four elements each, of a thread in a tile
#endif

constexpr int warps = BLOCK / 32;
constexpr int TILE = BLOCK * VECTORS * 4; // elements
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

/// What is known of a tile, in the upper half of its state; the sum is in the lower half. One word, so that nobody sees
/// one half without the other.
constexpr unsigned long long own_sum = 1ULL << 32;    ///< the sum of the tile itself
constexpr unsigned long long prefix_sum = 2ULL << 32; ///< the sum of all up to its end

/// Scratch: a ticket, and a state for each tile.
struct Scratch {
    unsigned int* ticket;
    unsigned long long* states;
};

static Scratch scratch_of(const ScanArgs& args) {
    return {args.scratch, reinterpret_cast<unsigned long long*>(args.scratch + 2)};
}

/// All of it to 0, for @p tiles tiles.
static void clear(const ScanArgs& args, long long tiles) {
    CUDA_CHECK(cudaMemsetAsync(args.scratch, 0, 8 * (tiles + 1)));
}

__device__ inline void publish(const Scratch& scratch, long long tile, unsigned long long state) {
    __nv_atomic_store_n(&scratch.states[tile], state, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

/// The sum of all tiles before @p tile, for every lane of the warp that calls it. A lane looks at one state, the warp at 32
/// of them, and goes on to the 32 before these until one of them is a prefix sum.
__device__ inline unsigned int look_back(const Scratch& scratch, long long tile) {
    unsigned int sum = 0;
    for (long long at = tile - 1 - threadIdx.x % 32;; at -= 32) {
        unsigned long long state = prefix_sum; // there is nothing before the first tile
        do {
            if (at >= 0)
                state =
                    __nv_atomic_load_n(&scratch.states[at], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        } while (__any_sync(all_lanes, state < own_sum));
        const unsigned int prefixes = __ballot_sync(all_lanes, state >= prefix_sum);
        const int nearest = prefixes == 0 ? 31 : __ffs(static_cast<int>(prefixes)) - 1;
        const bool counts = static_cast<int>(threadIdx.x % 32) <= nearest;
        sum += __reduce_add_sync(all_lanes, counts ? static_cast<unsigned int>(state) : 0);
        if (prefixes != 0) return sum;
    }
}

/// The vector of the row that begins with element @p i; zeros behind the end.
__device__ inline uint4 read_vector(const ScanArgs& args, long long i) {
    if (i + 4 <= args.count) return *reinterpret_cast<const uint4*>(args.in + i);
    unsigned int elements[4];
#pragma unroll
    for (int e = 0; e < 4; ++e) elements[e] = i + e < args.count ? args.in[i + e] : 0;
    return make_uint4(elements[0], elements[1], elements[2], elements[3]);
}

/// Writes @p sums to `out`, from element @p i on, and nothing behind the end.
__device__ inline void write_vector(const ScanArgs& args, long long i, uint4 sums) {
    if (i + 4 <= args.count) {
        __stwb(reinterpret_cast<uint4*>(args.out + i), sums); // an ordinary one the compiler cuts into four
    } else {
        if (i < args.count) args.out[i] = sums.x;
        if (i + 1 < args.count) args.out[i + 1] = sums.y;
        if (i + 2 < args.count) args.out[i + 2] = sums.z;
    }
}

/// A thread's first vector in a slot: a warp has VECTORS rows of 32 vectors, and a lane one vector of each row.
__device__ inline int first_vector() { return threadIdx.x / 32 * (VECTORS * 32) + threadIdx.x % 32; }

/// Starts to copy the thread's vectors of tile @p tile to @p slot.
__device__ inline void begin_copy(uint4* slot, const ScanArgs& args, long long tile) {
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) {
        const int vector = first_vector() + v * 32;
        const long long i = tile * TILE + vector * 4;
        if (i + 4 <= args.count) {
            __pipeline_memcpy_async(slot + vector, args.in + i, 16);
        } else {
            slot[vector] = read_vector(args, i);
        }
    }
    __pipeline_commit();
}

/// Sets @p before to the sum of what comes before each of the thread's vectors in its warp's rows. Returns the
/// sum of all the rows.
__device__ inline unsigned int scan_rows(const uint4* slot, unsigned int (&before)[VECTORS]) {
    unsigned int sum = 0;
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) {
        const uint4 x = slot[first_vector() + v * 32];
        const unsigned int own = x.x + x.y + x.z + x.w;
        const unsigned int through = scan_warp(own);
        before[v] = sum + through - own;
        sum += __shfl_sync(all_lanes, through, 31);
    }
    return sum;
}

/// Writes the sums of the thread's vectors, with @p warps_before added to each.
__device__ inline void store(const uint4* slot, const unsigned int (&before)[VECTORS], const ScanArgs& args,
                             long long tile, unsigned int warps_before) {
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) {
        const int vector = first_vector() + v * 32;
        uint4 x = slot[vector];
        x.x += warps_before + before[v];
        x.y += x.x;
        x.z += x.y;
        x.w += x.z;
        write_vector(args, tile * TILE + vector * 4, x);
    }
}

__global__ void __launch_bounds__(BLOCK) scan_tiles(ScanArgs args, Scratch scratch, long long tiles) {
    extern __shared__ uint4 slots[];
    __shared__ unsigned int sums[32];
    __shared__ unsigned int taken;
    __shared__ unsigned int tiles_before;
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    if (threadIdx.x == 0) taken = atomicAdd(scratch.ticket, 1u);
    __syncthreads();
    long long tile = taken;
    if (tile < tiles) begin_copy(slots, args, tile);
    for (int turn = 0; tile < tiles; ++turn) {
        uint4* const slot = slots + turn % 2 * (TILE / 4);
        uint4* const other = slots + (turn + 1) % 2 * (TILE / 4);
        __pipeline_wait_prior(0); // a thread only uses what it has copied itself
        unsigned int before_vector[VECTORS];
        const unsigned int sum = scan_rows(slot, before_vector);
        __syncthreads(); // nobody still reads what this turn writes
        if (lane == 0) sums[warp] = sum;
        if (threadIdx.x == 0) taken = atomicAdd(scratch.ticket, 1u);
        __syncthreads();
        const long long next = taken;
        if (next < tiles) begin_copy(other, args, next);
        if (warp == 0) {
            const unsigned int mine = lane < warps ? sums[lane] : 0;
            const unsigned int through = scan_warp(mine);
            sums[lane] = through - mine;
            const unsigned int total = __shfl_sync(all_lanes, through, 31);
            if (lane == 0) publish(scratch, tile, own_sum | total);
            const unsigned int before = look_back(scratch, tile);
            if (lane == 0) {
                publish(scratch, tile, prefix_sum | (before + total));
                tiles_before = before;
            }
        }
        __syncthreads();
        store(slot, before_vector, args, tile, tiles_before + sums[warp]);
        tile = next;
    }
}

/// Blocks of @p kernel, each with @p shared bytes asked for at the launch, that the device holds at once.
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
    constexpr int shared = 2 * TILE * static_cast<int>(sizeof(unsigned int)); // two slots
    static const long long resident = resident_blocks(scan_tiles, shared);
    const long long tiles = groups_of(TILE, args.count);
    clear(args, tiles);
    scan_tiles<<<std::min(tiles, resident), BLOCK, shared>>>(args, scratch_of(args), tiles);
    CUDA_CHECK_LAUNCH();
}
