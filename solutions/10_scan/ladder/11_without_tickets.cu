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
//   9_own_last_tile     a look back no further than the own last tile
//   10_runs             a run for each thread instead of rows
// > 11_without_tickets  tiles in the order of the blocks   <- you are here
//   12_sum_first        the sum of a tile first, and its scan while others are waited for
//
// Change:  rung 10 without a ticket: block b has tiles b, b + the number of blocks, and so on.
// Why:     no atomics, and nothing to hand to the other threads. That all blocks run at the same time,
//          which this rests on, is promised to a launch by cudaLaunchCooperativeKernel only; another one
//          may find an SM taken, and waits for ever.
// Counter: atomics for each element, from 1 in 28672 to none.
// Costs:   a block that is slow once stays behind, and all others wait for its tile in each round: with
//          tickets it would take fewer tiles.

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

__device__ inline void publish(unsigned long long* states, long long tile, unsigned int sum) {
    __nv_atomic_store_n(&states[tile], known | sum, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

/// The sum of tiles @p first to @p end - 1, for every thread of the block: each waits for one of them.
__device__ inline unsigned int sum_of_tiles(unsigned long long* states, long long first, long long end) {
    unsigned int sum = 0;
    for (long long tile = first + threadIdx.x; tile < end; tile += BLOCK) {
        unsigned long long state = 0;
        while (state < known)
            state = __nv_atomic_load_n(&states[tile], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
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

/// Where the warp's part of a tile begins in a slot: the runs of its 32 threads.
__device__ inline uint4* part_of(uint4* slot) { return slot + threadIdx.x / 32 * (32 * VECTORS); }

/// The first element of the warp's part of tile @p tile.
__device__ inline long long first_element(long long tile) {
    return tile * TILE + threadIdx.x / 32 * (128 * VECTORS);
}

/// Starts to copy the warp's part of a tile.
__device__ inline void begin_copy(uint4* part, const ScanArgs& args, long long first) {
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

/// Prefix sums of the thread's run. Eight lanes read 16 bytes each in a pass: with an odd number of vectors to a
/// run they are in all 32 banks.
__device__ inline void scan_run(const uint4* part, unsigned int (&sums)[4 * VECTORS]) {
    unsigned int sum = 0;
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) {
        const uint4 x = part[threadIdx.x % 32 * VECTORS + v];
        sums[4 * v] = sum += x.x;
        sums[4 * v + 1] = sum += x.y;
        sums[4 * v + 2] = sum += x.z;
        sums[4 * v + 3] = sum += x.w;
    }
}

/// The thread's run back to where it came from, with @p before added to each sum.
__device__ inline void put_run(uint4* part, const unsigned int (&sums)[4 * VECTORS], unsigned int before) {
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) {
        part[threadIdx.x % 32 * VECTORS + v] = make_uint4(before + sums[4 * v], before + sums[4 * v + 1],
                                                          before + sums[4 * v + 2], before + sums[4 * v + 3]);
    }
}

/// The warp's part to `out`.
__device__ inline void store_part(const uint4* part, const ScanArgs& args, long long first) {
#pragma unroll
    for (int vector = threadIdx.x % 32; vector < 32 * VECTORS; vector += 32)
        write_vector(args, first + vector * 4, part[vector]);
}

__global__ void __launch_bounds__(BLOCK)
    scan_tiles(ScanArgs args, unsigned long long* states, long long tiles) {
    extern __shared__ uint4 slots[];
    long long tile = blockIdx.x;
    begin_copy(part_of(slots), args, first_element(tile));
    unsigned int before = 0; // the sum of all tiles before number `unknown`
    long long unknown = 0;   // the first tile that this block has not asked for
    for (int turn = 0; tile < tiles; ++turn) {
        uint4* const part = part_of(slots + turn % 2 * (TILE / 4));
        __pipeline_wait_prior(0);
        __syncwarp(); // the other lanes' copies are there as well
        unsigned int sums[4 * VECTORS];
        scan_run(part, sums);
        const unsigned int own = sums[4 * VECTORS - 1];
        const unsigned int through = scan_warp(own);
        unsigned int total = 0;
        const unsigned int warps_before = scan_warps(__shfl_sync(all_lanes, through, 31), total);
        if (threadIdx.x == 0) publish(states, tile, total);
        const long long next = tile + gridDim.x;
        if (next < tiles) begin_copy(part_of(slots + (turn + 1) % 2 * (TILE / 4)), args, first_element(next));

        before += sum_of_tiles(states, unknown, tile);
        put_run(part, sums, before + warps_before + through - own);
        __syncwarp();
        store_part(part, args, first_element(tile));
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
    long long tiles = groups_of(TILE, args.count);
    CUDA_CHECK(cudaMemsetAsync(args.scratch, 0, tiles * sizeof(unsigned long long)));
    ScanArgs of_kernel = args;
    auto* states = reinterpret_cast<unsigned long long*>(args.scratch);
    void* arguments[] = {&of_kernel, &states, &tiles};
    CUDA_CHECK(cudaLaunchCooperativeKernel(scan_tiles, std::min(tiles, resident), BLOCK, arguments, shared,
                                           nullptr));
}
