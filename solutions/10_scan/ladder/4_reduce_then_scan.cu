// Lab 10, the ladder. NOTES.md has the calculations and the measurements.
//   0_three_phases      a scan per block, and separate launches for the blocks' sums
//   1_tree              Blelloch's tree instead of Hillis-Steele: fewer additions
//   2_padded            the tree without bank conflicts
//   3_shuffles          a scan per warp by shuffles
// > 4_reduce_then_scan  reduce, then scan: sums first, then scans that write once   <- you are here
//   5_one_pass          a single pass with decoupled look-back
//   6_more_per_thread   eight vectors per thread instead of one
//   7_tile_in_shared    the tile is held in shared memory
//   8_ahead_on_a_chain  the next tile in flight, with persistent blocks
//   9_own_last_tile     a look-back only to the block's own previous tile
//   10_blocked          a blocked arrangement instead of warp-striped rows
//   11_without_tickets  tiles in the order of the blocks
//   12_sum_first        the sum of a tile first, and its scan during the look-back
//
// Change:  each block has a contiguous stretch of the array, and there are as many blocks as fit at once. A
//          first launch only adds up each stretch. In a second launch each block adds up the sums of the
//          stretches before its own, and scans its own tile by tile. A lane has vectors of four elements, a
//          warp has rows of 32 vectors.
// Why:     the first launch writes only one sum per block, so the array is read twice and written once.
//          There are few sums, so that no launch is needed for their scan.
// Counter: bytes moved per byte needed, from 2 to 1.5; requests per 512 bytes, from 8 to 1.5.
// Costs:   a tile's loads wait for the tile before it.
// Limit:   1.5 times the minimum number of bytes.

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

#ifndef BLOCK
#define BLOCK 256 // threads per block
#endif
#ifndef VECTORS
#define VECTORS 4 // vectors of four elements per thread and tile
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

/// A thread's items in a warp-striped arrangement: a warp tile has VECTORS rows of 32 vectors, one vector per lane.
struct Rows {
    uint4 vector[VECTORS];
};

/// Index of the thread's first element in tile @p tile; its vectors are 128 elements apart.
__device__ inline long long first_element(long long tile) {
    return tile * TILE + threadIdx.x / 32 * (VECTORS * 128) + threadIdx.x % 32 * 4;
}

__device__ inline void load(Rows& rows, const ScanArgs& args, long long tile) {
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) rows.vector[v] = read_vector(args, first_element(tile) + v * 128);
}

/// Writes the thread's vectors of tile @p tile to `out`, with @p prefix added to each element.
__device__ inline void store(const Rows& rows, const ScanArgs& args, long long tile, unsigned int prefix) {
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) {
        const uint4 x = rows.vector[v];
        write_vector(args, first_element(tile) + v * 128,
                     make_uint4(x.x + prefix, x.y + prefix, x.z + prefix, x.w + prefix));
    }
}

/// Replaces the warp tile by its inclusive prefix sums, row by row. Returns the sum of the warp tile.
__device__ inline unsigned int scan_rows(Rows& rows) {
    unsigned int sum = 0;
#pragma unroll
    for (int v = 0; v < VECTORS; ++v) {
        uint4& x = rows.vector[v];
        x.y += x.x;
        x.z += x.y;
        x.w += x.z;
        const unsigned int inclusive = scan_warp(x.w);
        const unsigned int exclusive = sum + inclusive - x.w;
        x.x += exclusive;
        x.y += exclusive;
        x.z += exclusive;
        x.w += exclusive;
        sum += __shfl_sync(all_lanes, inclusive, 31);
    }
    return sum;
}

/// The sum of @p x over the threads of the block.
__device__ inline unsigned int sum_of_block(unsigned int x) {
    unsigned int total = 0;
    scan_warps(__reduce_add_sync(all_lanes, x), total);
    return total;
}

/// Adds up each block's stretch of @p per_block tiles.
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

/// Scans each block's stretch, starting from the sum of the stretches before it.
__global__ void __launch_bounds__(BLOCK) scan_stretches(ScanArgs args, long long tiles, long long per_block) {
    unsigned int block_prefix = 0;
    for (unsigned int block = threadIdx.x; block < blockIdx.x; block += BLOCK)
        block_prefix += args.scratch[block];
    block_prefix = sum_of_block(block_prefix);
    const long long first = blockIdx.x * per_block;
    for (long long tile = first; tile < min(first + per_block, tiles); ++tile) {
        Rows rows;
        load(rows, args, tile);
        unsigned int total = 0;
        const unsigned int warp_prefix = scan_warps(scan_rows(rows), total);
        store(rows, args, tile, block_prefix + warp_prefix);
        block_prefix += total;
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
    static const long long resident = resident_blocks(scan_stretches, 0);
    const long long tiles = groups_of(TILE, args.count);
    const long long per_block = (tiles + resident - 1) / resident;
    const long long blocks = (tiles + per_block - 1) / per_block;
    sum_stretches<<<blocks, BLOCK>>>(args, tiles, per_block);
    CUDA_CHECK_LAUNCH();
    scan_stretches<<<blocks, BLOCK>>>(args, tiles, per_block);
    CUDA_CHECK_LAUNCH();
}
