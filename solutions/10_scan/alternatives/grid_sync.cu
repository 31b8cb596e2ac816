// Lab 10 with a barrier of the whole grid: all blocks hold a tile each, publish its sum, wait for all of the
// others, and go on to the next tiles. There are no tickets and no states that somebody polls. One would
// choose it for its simplicity, where the waits of all for the slowest block do not matter.

#include <cooperative_groups.h>

#include <algorithm>

#include "kernelsmith/check.h"
#include "lab.h"

namespace cg = cooperative_groups;

constexpr int block = 256; // threads
constexpr int warps = block / 32;
constexpr int vectors = 8; // of four elements each, of a thread in a tile
constexpr int tile_elements = block * vectors * 4;

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

/// The vector of the row that begins with element @p i; zeros behind the end.
__device__ inline uint4 read_vector(const ScanArgs& args, long long i) {
    if (i + 4 <= args.count) return *reinterpret_cast<const uint4*>(args.in + i);
    uint4 x = make_uint4(0, 0, 0, 0);
    if (i < args.count) x.x = args.in[i];
    if (i + 1 < args.count) x.y = args.in[i + 1];
    if (i + 2 < args.count) x.z = args.in[i + 2];
    return x;
}

/// Writes @p x to `out`, from element @p i on, with @p before added to each; and nothing behind the end.
__device__ inline void write_vector(const ScanArgs& args, long long i, uint4 x, unsigned int before) {
    const uint4 sums = make_uint4(x.x + before, x.y + before, x.z + before, x.w + before);
    if (i + 4 <= args.count) {
        __stwb(reinterpret_cast<uint4*>(args.out + i),
               sums); // an ordinary one the compiler may cut into four
    } else {
        if (i < args.count) args.out[i] = sums.x;
        if (i + 1 < args.count) args.out[i + 1] = sums.y;
        if (i + 2 < args.count) args.out[i + 2] = sums.z;
    }
}

/// Makes prefix sums of the warp's rows, each of 32 vectors, one row behind the other. Returns the sum of all
/// of them.
__device__ inline unsigned int scan_rows(uint4 (&rows)[vectors]) {
    unsigned int sum = 0;
#pragma unroll
    for (uint4& x : rows) {
        x.y += x.x;
        x.z += x.y;
        x.w += x.z;
        const unsigned int through = scan_warp(x.w);
        const unsigned int before = sum + through - x.w;
        x = make_uint4(x.x + before, x.y + before, x.z + before, x.w + before);
        sum += __shfl_sync(all_lanes, through, 31);
    }
    return sum;
}

/// The sum of @p x of all threads of the block, for each of them. There has to be another barrier before the
/// next call.
__device__ inline unsigned int sum_block(unsigned int x, unsigned int (&sums)[warps]) {
    const unsigned int of_warp = __reduce_add_sync(all_lanes, x);
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = of_warp;
    __syncthreads();
    unsigned int sum = 0;
#pragma unroll
    for (const unsigned int y : sums) sum += y;
    return sum;
}

/// Scans a tile for each block, then the next ones. @p of_blocks has room for two sums of each block: a fast
/// block may be one turn ahead of those who still read.
__global__ void __launch_bounds__(block) scan_turns(ScanArgs args, unsigned int* of_blocks, long long tiles) {
    __shared__ unsigned int of_warps[warps];
    __shared__ unsigned int of_lower[warps];
    __shared__ unsigned int of_all[warps];
    const cg::grid_group grid = cg::this_grid();
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    unsigned int before = 0; // the sum of all tiles of the turns before
    for (long long turn = 0; turn * gridDim.x < tiles; ++turn) {
        const long long tile = turn * gridDim.x + blockIdx.x;
        const long long first = tile * tile_elements + warp * (vectors * 128) + lane * 4;
        uint4 rows[vectors];
#pragma unroll
        for (int v = 0; v < vectors; ++v) rows[v] = read_vector(args, first + v * 128);
        const unsigned int of_warp = scan_rows(rows);
        if (lane == 0) of_warps[warp] = of_warp;
        __syncthreads();
        unsigned int warps_before = 0;
        unsigned int of_tile = 0;
#pragma unroll
        for (int w = 0; w < warps; ++w) {
            if (w == warp) warps_before = of_tile;
            of_tile += of_warps[w];
        }
        unsigned int* const sums = of_blocks + turn % 2 * gridDim.x;
        if (threadIdx.x == 0) sums[blockIdx.x] = of_tile;
        grid.sync();

        unsigned int lower = 0;
        unsigned int all = 0;
        for (unsigned int b = threadIdx.x; b < gridDim.x; b += block) {
            const unsigned int sum = sums[b];
            all += sum;
            if (b < blockIdx.x) lower += sum;
        }
        const unsigned int blocks_before = sum_block(lower, of_lower);
#pragma unroll
        for (int v = 0; v < vectors; ++v)
            write_vector(args, first + v * 128, rows[v], before + blocks_before + warps_before);
        before += sum_block(all, of_all);
    }
}

static unsigned int resident_blocks() {
    int device = 0;
    int multiprocessors = 0;
    int blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scan_turns, block, 0));
    return static_cast<unsigned int>(multiprocessors * blocks);
}

extern "C" void prefix_sums(const ScanArgs& args) {
    if (args.count == 0) return;                            // to CUDA a grid without blocks is an error
    static const unsigned int resident = resident_blocks(); // asked once: that takes longer than a launch
    ScanArgs of_kernel = args;
    unsigned int* of_blocks = args.scratch;
    long long tiles = groups_of(tile_elements, args.count);
    const auto blocks = static_cast<unsigned int>(std::min<long long>(tiles, resident));
    void* arguments[] = {&of_kernel, &of_blocks, &tiles};
    CUDA_CHECK(cudaLaunchCooperativeKernel(scan_turns, blocks, block, arguments, 0, nullptr));
}
