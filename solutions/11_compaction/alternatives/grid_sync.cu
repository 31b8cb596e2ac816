// Lab 11 with a barrier of the whole grid: in each round, every block counts a tile, waits for all other
// blocks, and adds up the counts of the blocks before it. There are no tickets, and no states that a block
// polls. Choose it for its simplicity if it does not matter that all blocks wait for the slowest one.

#include <cooperative_groups.h>

#include <algorithm>
#include <cmath>

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

/// Four elements of the input from index @p i on; infinity past the end, which no bound keeps.
__device__ inline float4 read_vector(const CompactArgs& args, long long i) {
    if (i + 4 <= args.count) return *reinterpret_cast<const float4*>(args.in + i);
    float4 x = make_float4(INFINITY, INFINITY, INFINITY, INFINITY);
    if (i < args.count) x.x = args.in[i];
    if (i + 1 < args.count) x.y = args.in[i + 1];
    if (i + 2 < args.count) x.z = args.in[i + 2];
    return x;
}

__device__ inline unsigned int count_below(float4 x, float bound) {
    return (x.x < bound) + (x.y < bound) + (x.z < bound) + (x.w < bound);
}

/// Writes the kept elements of @p x to @p stage, from @p position on.
__device__ inline void scatter_below(float* stage, unsigned int position, float4 x, float bound) {
    if (x.x < bound) stage[position++] = x.x;
    if (x.y < bound) stage[position++] = x.y;
    if (x.z < bound) stage[position++] = x.z;
    if (x.w < bound) stage[position] = x.w;
}

/// Writes the @p total elements of the stage to `out`, from index @p tile_prefix on. Each warp starts at a
/// line of 128 bytes.
__device__ inline void store_stage(const CompactArgs& args, const float* stage, unsigned int tile_prefix,
                                   unsigned int total) {
    const int end = static_cast<int>(total);
    for (int i = static_cast<int>(threadIdx.x - tile_prefix % 32); i < end; i += block)
        if (i >= 0) args.out[tile_prefix + i] = stage[i];
}

/// Sets @p positions to the exclusive prefix of each of the thread's vectors: the number of elements that its warp
/// keeps before it. Returns the warp's count.
__device__ inline unsigned int find_positions(const float4 (&rows)[vectors],
                                              unsigned int (&positions)[vectors], float bound) {
    unsigned int warp_count = 0;
#pragma unroll
    for (int v = 0; v < vectors; ++v) {
        const unsigned int own = count_below(rows[v], bound);
        const unsigned int inclusive = scan_warp(own);
        positions[v] = warp_count + inclusive - own;
        warp_count += __shfl_sync(all_lanes, inclusive, 31);
    }
    return warp_count;
}

/// Compacts one tile per block and round. @p block_counts has space for two counts per block: a fast block may
/// be one round ahead of blocks that still read.
__global__ void __launch_bounds__(block)
    compact_rounds(CompactArgs args, unsigned int* block_counts, long long tiles) {
    __shared__ float stage[tile_elements];
    __shared__ unsigned int warp_counts[warps];
    __shared__ uint2 other_counts[warps]; // per warp, the sum over blocks before this one, and over all
    const cg::grid_group grid = cg::this_grid();
    const int lane = threadIdx.x % 32;
    const int warp = threadIdx.x / 32;
    unsigned int round_prefix = 0; // kept elements of all previous rounds
    for (long long round = 0; round * gridDim.x < tiles; ++round) {
        const long long tile = round * gridDim.x + blockIdx.x;
        const long long first = tile * tile_elements + warp * (vectors * 128) + lane * 4;
        float4 rows[vectors];
#pragma unroll
        for (int v = 0; v < vectors; ++v) rows[v] = read_vector(args, first + v * 128);
        unsigned int positions[vectors];
        const unsigned int warp_count = find_positions(rows, positions, args.bound);
        if (lane == 0) warp_counts[warp] = warp_count;
        __syncthreads();
        unsigned int warp_prefix = 0;
        unsigned int total = 0;
#pragma unroll
        for (int w = 0; w < warps; ++w) {
            if (w == warp) warp_prefix = total;
            total += warp_counts[w];
        }
        unsigned int* const counts = block_counts + round % 2 * gridDim.x;
        if (threadIdx.x == 0) counts[blockIdx.x] = total;
#pragma unroll
        for (int v = 0; v < vectors; ++v)
            scatter_below(stage, warp_prefix + positions[v], rows[v], args.bound);
        grid.sync(); // the stage is complete as well

        unsigned int lower = 0;
        unsigned int all = 0;
        for (unsigned int b = threadIdx.x; b < gridDim.x; b += block) {
            all += counts[b];
            if (b < blockIdx.x) lower += counts[b];
        }
        lower = __reduce_add_sync(all_lanes, lower);
        all = __reduce_add_sync(all_lanes, all);
        if (lane == 0) other_counts[warp] = make_uint2(lower, all);
        __syncthreads();
        unsigned int tile_prefix = round_prefix;
#pragma unroll
        for (const uint2& others : other_counts) {
            tile_prefix += others.x;
            round_prefix += others.y;
        }
        store_stage(args, stage, tile_prefix, total);
        __syncthreads(); // no thread still reads the stage
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) *args.kept = round_prefix;
}

static unsigned int resident_blocks() {
    int device = 0;
    int multiprocessors = 0;
    int blocks = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, compact_rounds, block, 0));
    return static_cast<unsigned int>(multiprocessors * blocks);
}

extern "C" void keep_below(const CompactArgs& args) {
    if (args.count == 0) { // to CUDA a grid without blocks is an error
        CUDA_CHECK(cudaMemsetAsync(args.kept, 0, sizeof *args.kept));
        return;
    }
    static const unsigned int resident =
        resident_blocks(); // queried once: a query takes longer than a launch
    CompactArgs kernel_args = args;
    unsigned int* block_counts = args.scratch;
    long long tiles = groups_of(tile_elements, args.count);
    const auto blocks = static_cast<unsigned int>(std::min<long long>(tiles, resident));
    void* arguments[] = {&kernel_args, &block_counts, &tiles};
    CUDA_CHECK(cudaLaunchCooperativeKernel(compact_rounds, blocks, block, arguments, 0, nullptr));
}
