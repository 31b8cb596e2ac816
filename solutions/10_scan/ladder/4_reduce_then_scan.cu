// Lab 10, the ladder. NOTES.md has the sums and the measurements.
//   0_three_phases      a scan in each block, and its sums by launches of their own
//   1_tree              a tree in place of steps: fewer additions
//   2_padded            the tree without bank conflicts
//   3_shuffles          a scan in each warp by shuffles
// > 4_reduce_then_scan  sums first, and then scans that write once   <- you are here
//   5_one_pass          one pass, whose blocks look back
//   6_more_a_thread     eight vectors a thread instead of one
//   7_tile_in_shared    the tile waits in shared memory
//   8_ahead_on_a_chain  the next tile ahead, with blocks that stay
//   9_own_last_tile     a look back no further than the own last tile
//   10_runs             a run for each thread instead of rows
//   11_without_tickets  tiles in the order of the blocks
//   12_sum_first        the sum of a tile first, and its scan while others are waited for
//
// Change:  a block has a stretch of the row, and there are as many blocks as fit at once. A first launch
//          only adds up each stretch. In a second one each block adds up the sums of the stretches before
//          its own, and scans its own tile by tile. A lane has vectors of four elements, a warp rows of 32
//          vectors.
// Why:     the first launch writes nothing but a sum for each block, so the row is read twice and written
//          once; and there are few sums, so that no launch is needed for their scan.
// Counter: bytes moved for each that is needed, from 2 to 1.5; requests for 512 bytes, from 8 to 1.5.
// Costs:   a tile's loads wait for the tile before it.
// Limit:   1.5 of the least that has to be moved.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads in a block
#endif
#ifndef VECTORS
#define VECTORS 4 // of four elements each, of a thread in a tile
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

/// A thread's part of a tile: a warp has VECTORS rows of 32 vectors, and a lane one vector of each row.
struct Rows {
    uint4 vector[VECTORS];
};

/// The first element of the thread's first vector in tile @p tile; its others are 128 elements apart each.
__device__ inline long long first_element(long long tile) {
    return tile * TILE + threadIdx.x / 32 * (VECTORS * 128) + threadIdx.x % 32 * 4;
}

__device__ inline void load(Rows& rows, const ScanArgs& args, long long tile) {
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) rows.vector[v] = read_vector(args, first_element(tile) + v * 128);
}

/// With @p before added to each element.
__device__ inline void store(const Rows& rows, const ScanArgs& args, long long tile, unsigned int before) {
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) {
        const uint4 x = rows.vector[v];
        write_vector(args, first_element(tile) + v * 128,
                     make_uint4(x.x + before, x.y + before, x.z + before, x.w + before));
    }
}

/// Makes prefix sums of the warp's rows, one row behind the other. Returns the sum of all of them.
__device__ inline unsigned int scan_rows(Rows& rows) {
    unsigned int sum = 0;
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) {
        uint4& x = rows.vector[v];
        x.y += x.x;
        x.z += x.y;
        x.w += x.z;
        const unsigned int through = scan_warp(x.w);
        const unsigned int before = sum + through - x.w;
        x.x += before;
        x.y += before;
        x.z += before;
        x.w += before;
        sum += __shfl_sync(all_lanes, through, 31);
    }
    return sum;
}

/// The sum of @p x of all threads.
__device__ inline unsigned int sum_of_block(unsigned int x) {
    unsigned int total = 0;
    scan_warps(__reduce_add_sync(all_lanes, x), total);
    return total;
}

/// The sum of each block's stretch of @p per_block tiles.
__global__ void __launch_bounds__(BLOCK) sum_stretches(ScanArgs args, long long tiles, long long per_block) {
    const long long first = blockIdx.x * per_block;
    unsigned int sum = 0;
    for (long long tile = first; tile < min(first + per_block, tiles); ++tile) {
        Rows rows;
        load(rows, args, tile);
#pragma unroll
        for (const uint4& x : rows.vector) sum += x.x + x.y + x.z + x.w;
    }
    sum = sum_of_block(sum);
    if (threadIdx.x == 0) args.scratch[blockIdx.x] = sum;
}

/// Scans each block's stretch, behind the sums of the stretches before it.
__global__ void __launch_bounds__(BLOCK) scan_stretches(ScanArgs args, long long tiles, long long per_block) {
    unsigned int before = 0;
    for (unsigned int block = threadIdx.x; block < blockIdx.x; block += BLOCK) before += args.scratch[block];
    before = sum_of_block(before);
    const long long first = blockIdx.x * per_block;
    for (long long tile = first; tile < min(first + per_block, tiles); ++tile) {
        Rows rows;
        load(rows, args, tile);
        unsigned int total = 0;
        const unsigned int warps_before = scan_warps(scan_rows(rows), total);
        store(rows, args, tile, before + warps_before);
        before += total;
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
    static const long long resident = resident_blocks(scan_stretches, 0);
    const long long tiles = groups_of(TILE, args.count);
    const long long per_block = (tiles + resident - 1) / resident;
    const long long blocks = (tiles + per_block - 1) / per_block;
    sum_stretches<<<blocks, BLOCK>>>(args, tiles, per_block);
    CUDA_CHECK_LAUNCH();
    scan_stretches<<<blocks, BLOCK>>>(args, tiles, per_block);
    CUDA_CHECK_LAUNCH();
}
