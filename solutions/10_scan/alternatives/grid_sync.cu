// Lab 10 with a barrier of the whole grid: in each round, every block scans a tile, publishes its sum, and
// waits for all other blocks. There are no tickets, and no states that a block polls. Choose it for its
// simplicity if it does not matter that all blocks wait for the slowest one.

#include <cooperative_groups.h>

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

namespace cg = cooperative_groups;

constexpr int block = 256; // threads
constexpr int warps = block / 32;
constexpr int vectors = 8; // vectors of four elements per thread and tile
constexpr int tile_elements = block * vectors * 4;

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

/// Four elements of the input from index @p i on; zeros past the end.
__device__ inline uint4 read_vector(const ScanArgs& args, long long i) {
    if (i + 4 <= args.count) return *reinterpret_cast<const uint4*>(args.in + i);
    uint4 x = make_uint4(0, 0, 0, 0);
    if (i < args.count) x.x = args.in[i];
    if (i + 1 < args.count) x.y = args.in[i + 1];
    if (i + 2 < args.count) x.z = args.in[i + 2];
    return x;
}

/// Writes @p x with @p prefix added to each element to `out`, from index @p i on; nothing past the end.
__device__ inline void write_vector(const ScanArgs& args, long long i, uint4 x, unsigned int prefix) {
    const uint4 sums = make_uint4(x.x + prefix, x.y + prefix, x.z + prefix, x.w + prefix);
    if (i + 4 <= args.count) {
        __stwb(reinterpret_cast<uint4*>(args.out + i),
               sums); // the compiler may split an ordinary store into four
    } else {
        if (i < args.count) args.out[i] = sums.x;
        if (i + 1 < args.count) args.out[i + 1] = sums.y;
        if (i + 2 < args.count) args.out[i + 2] = sums.z;
    }
}

/// Replaces the warp tile by its inclusive prefix sums, row by row; a row is 32 vectors, one per lane.
/// Returns the sum of the warp tile.
__device__ inline unsigned int scan_rows(uint4 (&rows)[vectors]) {
    unsigned int sum = 0;
#pragma unroll
    for (uint4& x : rows) {
        x.y += x.x;
        x.z += x.y;
        x.w += x.z;
        const unsigned int inclusive = scan_warp(x.w);
        const unsigned int exclusive = sum + inclusive - x.w;
        x = make_uint4(x.x + exclusive, x.y + exclusive, x.z + exclusive, x.w + exclusive);
        sum += __shfl_sync(all_lanes, inclusive, 31);
    }
    return sum;
}

/// Returns the sum of @p x over the block to each of its threads. The caller must pass another barrier before
/// the next call.
__device__ inline unsigned int sum_block(unsigned int x, unsigned int (&sums)[warps]) {
    const unsigned int warp_sum = __reduce_add_sync(all_lanes, x);
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = warp_sum;
    __syncthreads();
    unsigned int sum = 0;
#pragma unroll
    for (const unsigned int y : sums) sum += y;
    return sum;
}

/// Scans one tile per block and round. @p block_sums has space for two sums per block: a fast block may be one
/// round ahead of blocks that still read.
__global__ void __launch_bounds__(block)
    scan_rounds(ScanArgs args, unsigned int* block_sums, long long tiles) {
    __shared__ unsigned int warp_sums[warps];
    __shared__ unsigned int lower_sums[warps];
    __shared__ unsigned int all_sums[warps];
    const cg::grid_group grid = cg::this_grid();
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    unsigned int round_prefix = 0; // the sum of all tiles of the previous rounds
    for (long long round = 0; round * gridDim.x < tiles; ++round) {
        const long long tile = round * gridDim.x + blockIdx.x;
        const long long first = tile * tile_elements + warp * (vectors * 128) + lane * 4;
        uint4 rows[vectors];
#pragma unroll
        for (int v = 0; v < vectors; ++v) rows[v] = read_vector(args, first + v * 128);
        const unsigned int warp_sum = scan_rows(rows);
        if (lane == 0) warp_sums[warp] = warp_sum;
        __syncthreads();
        unsigned int warp_prefix = 0;
        unsigned int tile_sum = 0;
#pragma unroll
        for (int w = 0; w < warps; ++w) {
            if (w == warp) warp_prefix = tile_sum;
            tile_sum += warp_sums[w];
        }
        unsigned int* const sums = block_sums + round % 2 * gridDim.x;
        if (threadIdx.x == 0) sums[blockIdx.x] = tile_sum;
        grid.sync();

        unsigned int lower = 0;
        unsigned int all = 0;
        for (unsigned int b = threadIdx.x; b < gridDim.x; b += block) {
            const unsigned int sum = sums[b];
            all += sum;
            if (b < blockIdx.x) lower += sum;
        }
        const unsigned int block_prefix = sum_block(lower, lower_sums);
#pragma unroll
        for (int v = 0; v < vectors; ++v)
            write_vector(args, first + v * 128, rows[v], round_prefix + block_prefix + warp_prefix);
        round_prefix += sum_block(all, all_sums);
    }
}

static unsigned int resident_blocks() {
    int device = 0;
    int multiprocessors = 0;
    int blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scan_rounds, block, 0));
    return static_cast<unsigned int>(multiprocessors * blocks);
}

extern "C" void prefix_sums(const ScanArgs& args) {
    if (args.count == 0) return; // to CUDA a grid without blocks is an error
    static const unsigned int resident =
        resident_blocks(); // queried once: a query takes longer than a launch
    ScanArgs kernel_args = args;
    unsigned int* block_sums = args.scratch;
    long long tiles = groups_of(tile_elements, args.count);
    const auto blocks = static_cast<unsigned int>(std::min<long long>(tiles, resident));
    void* arguments[] = {&kernel_args, &block_sums, &tiles};
    CUDA_CHECK(cudaLaunchCooperativeKernel(scan_rounds, blocks, block, arguments, 0, nullptr));
}
