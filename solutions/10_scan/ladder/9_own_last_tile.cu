// Lab 10, the ladder. NOTES.md has the sums and the measurements.
//   0_three_phases      a scan in each block, and its sums by launches of their own
//   1_tree              a tree in place of steps: fewer additions
//   2_padded            the tree without bank conflicts
//   3_shuffles          a scan in each warp by shuffles
//   4_reduce_then_scan  sums first, and then scans that write once
//   5_one_pass          one pass, whose blocks look back
//   6_more_a_thread     eight vectors a thread instead of one
//   7_tile_in_shared    the tile waits in shared memory
//   8_ahead_on_a_chain  the next tile ahead, with blocks that stay
// > 9_own_last_tile     a look back no further than the own last tile   <- you are here
//   10_runs             a run for each thread instead of rows
//   11_without_tickets  tiles in the order of the blocks
//   12_sum_first        the sum of a tile first, and its scan while others are waited for
//
// Change:  rung 8, but a block looks back only to its own last tile: up to there it knows the sum already.
//          It adds up what the tiles between have said, each thread the sum of one, and no tile ever says
//          more than its own sum.
// Why:     a sum is said as soon as its tile is there, so nobody waits for somebody who waits: the chain is
//          gone.
// Counter: none of the gates'.
// Costs:   each block looks at every tile's state once, 132 words of 8 bytes for each tile of 96 KB.
// Limit:   the memory. What waiting is left, NOTES.md says.

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

/// The sum of @p x of all warps before this one, and in @p total that of all warps. Every lane brings its warp's @p x.
__device__ inline unsigned int scan_warps(unsigned int x, unsigned int& total) {
    __shared__ unsigned int sums[warps];
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    __syncthreads(); // nobody still reads the sums of the call before
    if (lane == 0) sums[warp] = x;
    __syncthreads();
    const unsigned int through = scan_warp(lane < warps ? sums[lane] : 0);
    total = __shfl_sync(all_lanes, through, warps - 1);
    return __shfl_sync(all_lanes, through, warp) - x;
}

/// A tile's state is this and its sum, in one word, as soon as the sum is known, and 0 before.
constexpr unsigned long long known = 1ULL << 32;

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

__device__ inline void publish(const Scratch& scratch, long long tile, unsigned int sum) {
    __nv_atomic_store_n(&scratch.states[tile], known | sum, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

/// The sum of tiles @p first to @p end - 1, for every thread of the block: each waits for one of them.
__device__ inline unsigned int sum_of_tiles(const Scratch& scratch, long long first, long long end) {
    unsigned int sum = 0;
    for (long long tile = first + threadIdx.x; tile < end; tile += BLOCK) {
        unsigned long long state = 0;
        while (state < known)
            state = __nv_atomic_load_n(&scratch.states[tile], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        sum += static_cast<unsigned int>(state);
    }
    unsigned int total = 0;
    scan_warps(__reduce_add_sync(all_lanes, sum), total);
    return total;
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
    __shared__ unsigned int taken[2];
    if (threadIdx.x == 0) taken[1] = atomicAdd(scratch.ticket, 1u);
    __syncthreads();
    long long tile = taken[1];
    if (tile < tiles) begin_copy(slots, args, tile);
    unsigned int before = 0; // the sum of all tiles before number `unknown`
    long long unknown = 0;   // the first tile that this block has not asked for
    for (int turn = 0; tile < tiles; ++turn) {
        uint4* const slot = slots + turn % 2 * (TILE / 4);
        uint4* const other = slots + (turn + 1) % 2 * (TILE / 4);
        __pipeline_wait_prior(0); // a thread only uses what it has copied itself
        unsigned int before_vector[VECTORS];
        const unsigned int sum = scan_rows(slot, before_vector);
        if (threadIdx.x == 0) taken[turn % 2] = atomicAdd(scratch.ticket, 1u);
        unsigned int total = 0;
        const unsigned int warps_before = scan_warps(sum, total);
        if (threadIdx.x == 0) publish(scratch, tile, total);
        const long long next = taken[turn % 2]; // written before the barrier in scan_warps()
        if (next < tiles) begin_copy(other, args, next);

        before += sum_of_tiles(scratch, unknown, tile);
        store(slot, before_vector, args, tile, before + warps_before);
        before += total;
        unknown = tile + 1;
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
